import { LegalPage } from './legal-text.tsx';
import { terms } from './terms.ts';

/** `/terms`, open to everybody. */
export const TermsPage = () => <LegalPage document={terms} />;
