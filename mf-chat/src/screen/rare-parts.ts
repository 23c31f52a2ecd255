// One chunk of what few chats show.
export { AgentBanner } from './agent-banner.tsx';
export { AgentReady } from './agent-ready.tsx';
export { SharedGone } from './shared-gone.tsx';
