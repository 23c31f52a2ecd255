import type { LegalDocument } from './legal-text.tsx';

export const privacy: LegalDocument = {
  title: 'Privacy notice',
  intro: 'What we store about you, and why.',
  text: `
### Who is responsible

The operator of this installation, which is the company, group or person that gave you this address. Atrium runs on their servers. The makers of the software don’t receive your data.

### What we store about you

Your name, your email address and your settings. Your password, only as a hash that no one can read it from. Your chats, files, memories and agents. Where you’re signed in: the kind of device, an approximate location based on its network address, and when it was last used.

### How we use it

Only to run your account and to answer you. The product has no advertising and no outside analytics.

### Who else receives data

What you send in a chat goes to the AI model the operator has chosen, which may run at one of their providers. Email, payments and web search can also go through the operator’s providers. If you sign in with Google, Apple or Microsoft, that company learns that you did.

### Cookies and storage

One cookie keeps you signed in. Others remember what you came to do (for an hour), a random name under which this browser reports whether the page works (for a week), and how you found us and a random number for this browser (for a year). Your theme and screen layout stay in the browser.

### How long we keep it

As long as you have an account. If you delete your profile, your chats, files, memories and sessions are deleted from the running system. Copies in backups are deleted when the operator replaces them.

### Your rights

You can ask the operator for a copy of your data, or to correct or delete it. You can see and change much of it yourself in the settings.
`,
};
