import { LegalDialog } from './legal-text.tsx';
import { terms } from './terms.ts';

export const TermsDialog = () => <LegalDialog document={terms} />;
