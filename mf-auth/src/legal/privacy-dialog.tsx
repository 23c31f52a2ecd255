import { LegalText } from './legal-text.tsx';

const text = `
### Who is responsible

The operator of this installation: whoever gave you this address. Atrium runs on their servers. The makers of the software do not receive your data.

### What is kept about you

Your name, your email address and your settings. Your password only as a hash, from which nobody can read it. Your chats, files, memories and agents. Where you are signed in: the kind of device, a rough place from its network address, and the last use.

### What it is used for

To run your account and to answer you, nothing else. There is no advertising and no outside analytics in the product.

### Who else receives something

What you send in a chat goes to the AI model that the operator has chosen; it may run at a provider of theirs. Mail, payments and web search can go through providers of the operator too. If you sign in with Google, Apple or Microsoft, that company learns that you did.

### Cookies and storage

One cookie keeps you signed in. A few more remember, for an hour, what you came to do, for a week a random name under which this browser reports whether the page works, or for a year how you found us and a random number of this browser. Your theme and the layout of the screen stay in the browser.

### How long

As long as you have the account. If you delete your profile, your chats, files, memories and sessions are deleted from the running system. Copies in backups go when the operator replaces them.

### Your rights

Ask the operator for a copy of your data, to correct it or to delete it. Much of it you can see and change yourself in the settings.
`;

export const PrivacyDialog = () => (
  <LegalText title="Privacy notice" intro="What is kept about you, and why." text={text} />
);
