import { LegalDialog } from './legal-text.tsx';
import { privacy } from './privacy.ts';

export const PrivacyDialog = () => <LegalDialog document={privacy} />;
