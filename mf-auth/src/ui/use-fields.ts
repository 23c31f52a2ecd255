import { type FormEvent, useState } from 'react';

type Rule = (value: string) => string | undefined;

/**
 * Names a field, also in the prerendered HTML. The page moves what was typed there into the field with the same
 * `data-early`.
 */
export const namedField = <Name extends string>(name: Name) => ({ name, 'data-early': name });

/**
 * The state of a form: its values, and the message of each rule that is broken. A message appears when the form is
 * submitted or a filled field loses the focus, and disappears as soon as the value is valid.
 */
export const useFields = <Name extends string>(rules: Record<Name, Rule>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules of a form are an object literal: it has these names only
  const names = Object.keys(rules) as Name[];
  const [values, setValues] = useState(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all names
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
  );
  const [validated, setValidated] = useState<readonly Name[]>([]);
  const validate = (...more: Name[]) => setValidated((before) => [...new Set([...before, ...more])]);

  return {
    values,
    /** Props of a `Field`. */
    field: (name: Name) => ({
      ...namedField(name),
      value: values[name],
      error: validated.includes(name) ? rules[name](values[name]) : undefined,
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      onBlur: () => {
        if (values[name] !== '') validate(name);
      },
    }),
    /** Validates all fields on submit. If a rule is broken, focuses the first such field and returns false. */
    check: (event: FormEvent<HTMLFormElement>): boolean => {
      event.preventDefault();
      validate(...names);
      const broken = names.find((name) => rules[name](values[name]));
      const input = broken && event.currentTarget.elements.namedItem(broken);
      if (input instanceof HTMLElement) input.focus();
      return broken === undefined;
    },
  };
};
