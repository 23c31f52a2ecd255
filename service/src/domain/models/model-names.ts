import type { ModelCatalog } from '../../ports/model-catalog.ts';

interface Named {
  /** The provider's name of the model. */
  readonly modal?: string | undefined;
  /** Its id in the catalog. */
  readonly model?: string | undefined;
}

/**
 * Names the model of an answer for a reader: product admins see the provider's name, everybody else the operator's
 * label (B6.13).
 */
export const namesFor =
  (catalog: ModelCatalog, { booktAdmin }: { readonly booktAdmin: boolean }) =>
  <T extends Named>(answer: T): T =>
    booktAdmin || answer.modal === undefined
      ? answer
      : { ...answer, modal: catalog.find(answer.model)?.entry.label ?? 'Assistant' };
