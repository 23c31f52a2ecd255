import type { Actor, Person } from './actors.ts';
import type { Fixtures } from './fixtures.ts';

type Input = (fixtures: Fixtures, owner: Person) => object | Promise<object>;

/** A call in the authorization matrix, with inputs that name the actor's own resources and those of a stranger. */
export interface Row {
  /** An input that names only the actor's own resources. By default it is empty. */
  readonly own?: Input;
  /**
   * The status of the call with `own` for actors that the access rule allows, with exceptions by actor. Default 200.
   */
  readonly status?: number | (Readonly<Partial<Record<Actor, number>>> & { readonly others: number });
  /** Actors that cannot have such a resource, so that there is no `own` for them. */
  readonly without?: readonly Actor[];
  /**
   * Inputs that each name one resource of a stranger, the `owner`, and the actor's own resources if the call needs
   * more. All of them are refused and change nothing.
   */
  readonly foreign?: Readonly<Record<string, (fixtures: Fixtures, owner: Person, actor: Person) => Promise<object>>>;
}
