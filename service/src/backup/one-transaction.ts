import type { Client } from 'pg';

const asSavepoint = (statement: string): string => {
  const [, word = ''] = /^\s*(begin|start transaction|commit|end|rollback)\b(?! to)/i.exec(statement) ?? [];
  switch (word.toLowerCase()) {
    case 'begin':
    case 'start transaction':
      return 'savepoint inner_transaction';
    case 'commit':
    case 'end':
      return 'release savepoint inner_transaction';
    case 'rollback':
      return 'rollback to savepoint inner_transaction';
    default:
      return statement;
  }
};

/** Wraps a connection with an open transaction, so that transactions begun inside it become savepoints. */
export const withSavepoints = (client: Client): Client => {
  const query = (statement: unknown, ...rest: unknown[]): unknown => {
    const changed =
      typeof statement === 'string'
        ? asSavepoint(statement)
        : typeof statement === 'object' && statement !== null && 'text' in statement
          ? { ...statement, text: asSavepoint(String(statement.text)) }
          : statement;
    return Reflect.apply(Reflect.get(client, 'query'), client, [changed, ...rest]);
  };
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
