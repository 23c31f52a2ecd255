import { type FormEvent, useState } from 'react';

type Rule = (value: string) => string | undefined;

/** How a field is called, in the page before any script has come as well: what is typed there goes on in this one. */
export const namedField = <Name extends string>(name: Name) => ({ name, 'data-early': name });

/**
 * The fields of a form: what is typed, and the message of each rule that it breaks. A message appears when the form is
 * sent or the filled field is left, and goes as soon as the field is right.
 */
export const useFields = <Name extends string>(rules: Record<Name, Rule>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules of a form are an object literal: it has these names only
  const names = Object.keys(rules) as Name[];
  const [values, setValues] = useState(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all names
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
  );
  const [judged, setJudged] = useState<readonly Name[]>([]);
  const judge = (...more: Name[]) => setJudged((before) => [...new Set([...before, ...more])]);

  return {
    values,
    /** What a `Field` needs. */
    field: (name: Name) => ({
      ...namedField(name),
      value: values[name],
      error: judged.includes(name) ? rules[name](values[name]) : undefined,
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      onBlur: () => {
        if (values[name] !== '') judge(name);
      },
    }),
    /** Judges all fields of a sent form; on a broken rule focuses the first such field and answers false. */
    check: (event: FormEvent<HTMLFormElement>): boolean => {
      event.preventDefault();
      judge(...names);
      const broken = names.find((name) => rules[name](values[name]));
      const input = broken && event.currentTarget.elements.namedItem(broken);
      if (input instanceof HTMLElement) input.focus();
      return broken === undefined;
    },
  };
};
