// One chunk for what the composer needs once something is attached, recorded or improved, but not on the first screen.
export { Attachments } from '../attachments/attachments.tsx';
export { createUploads } from '../attachments/uploads.ts';
export { UserAttachments } from '../attachments/user-attachments.tsx';
export { PromptHelp } from '../help/prompt-help.tsx';
export { refusalOf } from './refusals.ts';
export { VoiceBar } from '../voice/voice-bar.tsx';
