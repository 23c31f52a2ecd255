import type { LegalDocument } from './legal-text.tsx';

export const terms: LegalDocument = {
  title: 'Terms of service',
  intro: 'What you can expect, and what you agree to.',
  text: `
### Who this agreement is with

Atrium runs on the servers of the company, group or person that gave you this address. They are “the operator”, and these terms are between them and you. The makers of the software aren’t part of it.

### Your account

Your account is for you alone. Give your real email address, keep your password or passkey to yourself, and tell the operator if someone else gets in. You can see and end your sessions in the settings.

### What you provide

Your chats and files stay yours. You let the operator store and process them to answer you, and for nothing else. Only provide what you’re allowed to: no one else’s secrets, and nothing illegal.

### What the assistant answers

Answers come from an AI model. They can be wrong, outdated or incomplete, and the same question can get a different answer. Check anything important before you rely on it. Answers aren’t medical, legal or financial advice.

### Sharing and teams

Anyone with the link to a shared chat can read it. A team’s admins decide who belongs to it and pay for its seats.

### Fair use

Don’t break in, overload the service, get around its limits or use it to harm people. The operator may limit or close accounts that do.

### Paid plans

The price, what it covers and how often you pay are shown before you pay. You can cancel a plan at any time. It then runs until the end of the paid period.

### Ending your account

You can delete your profile in the settings at any time. Your chats, files and memories are then deleted too. As far as the law allows, the operator doesn’t promise that the service is always available or free of errors.
`,
};
