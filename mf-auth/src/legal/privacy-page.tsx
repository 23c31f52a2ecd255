import { LegalPage } from './legal-text.tsx';
import { privacy } from './privacy.ts';

/** `/privacy`, open to everybody. */
export const PrivacyPage = () => <LegalPage document={privacy} />;
