import { ofService } from '../reply/reply.ts';

/** What an interview that builds an agent begins with, before anything was sent: no message of the service. */
export const guideWelcome = ofService({
  _id: 'welcome',
  prompt: '',
  content:
    '**Let’s build your agent together.** I’ll ask a few questions, then fill in the form for you to review and save.\n\nWhat should your agent do for you?',
  createdDate: '2026-01-01T00:00:00.000Z',
  pending: false,
  failed: false,
  thoughts: [],
  userFiles: [],
});
