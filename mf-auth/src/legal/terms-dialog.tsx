import { LegalText } from './legal-text.tsx';

const text = `
### Who you agree with

Atrium runs on the servers of whoever gave you this address: your company, a group or a person. They are “the operator”, and these terms are between them and you. The makers of the software are not part of it.

### Your account

The account is yours alone. Give your real email address, keep your password or passkey to yourself, and tell the operator if somebody else gets in. You can see and end your sessions in the settings.

### What you put in

Your chats and files stay yours. You let the operator store and process them to answer you, and for nothing else. Put in only what you are allowed to: no secrets of others, nothing against the law.

### What the assistant gives out

Answers come from an AI model. They can be wrong, outdated or incomplete, and the same question can get another answer. Check what matters before you rely on it. It is no medical, legal or financial advice.

### Sharing and teams

Whoever has the link of a shared chat can read it. In a team, its admins decide who belongs to it and pay for its seats.

### Fair use

Do not break in, overload the service, get around its limits or use it to harm people. The operator may limit or close an account that does.

### Paid plans

The price, what it covers and how often you pay are shown before you pay. You can end a plan at any time; it then runs to the end of the time that is paid.

### The end

You can delete your profile in the settings at any time. Then your chats, files and memories are deleted too. The operator gives no promise that the service is always there or free of faults, as far as the law allows that.
`;

export const TermsDialog = () => (
  <LegalText title="Terms of service" intro="What you can count on, and what is asked of you." text={text} />
);
