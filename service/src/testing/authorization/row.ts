import type { Actor, Person } from './people.ts';
import type { Things } from './things.ts';

type Input = (things: Things, owner: Person) => object | Promise<object>;

/** A call of the matrix beside its access rule: what to ask for, of one's own and of a stranger's. */
export interface Row {
  /** An input that names nothing but the actor's own things. Default: none. */
  readonly own?: Input;
  /** What an actor whom the rule lets in gets for `own`, some of them something else. Default 200. */
  readonly status?: number | (Readonly<Partial<Record<Actor, number>>> & { readonly others: number });
  /** Actors for whom `own` does not exist: they have no such thing. */
  readonly without?: readonly Actor[];
  /**
   * Inputs that name one thing of a stranger each, made with the stranger as `owner` and the actor's own things where
   * the call needs more. All of them are refused and change nothing.
   */
  readonly foreign?: Readonly<Record<string, (things: Things, owner: Person, actor: Person) => Promise<object>>>;
}
