interface HelpText {
  readonly tab: string;
  readonly intro?: string;
  readonly points: readonly { readonly name: string; readonly body: string }[];
}

/** The static pages of the help dialog (A1.11, B1.10, B2.33, B2.34). */
export const helpTexts: readonly HelpText[] = [
  {
    tab: 'Overview',
    intro: 'Atrium is an assistant for questions, text and files. Ask in your own words, in any language.',
    points: [
      { name: 'Chats.', body: 'Each chat has its own thread. Your chats are in the left bar, newest first.' },
      {
        name: 'Memory.',
        body: 'The right bar shows what Atrium remembers about you. You can change or delete anything there.',
      },
      { name: 'Secure by default.', body: 'A chat is private until you share it.' },
    ],
  },
  {
    tab: 'Images',
    intro: 'Attach an image and ask about it, or turn image mode on and describe the image you need.',
    points: [
      { name: 'Formats.', body: 'PNG, JPG, JPEG, WEBP, HEIC and HEIF.' },
      {
        name: 'Describe.',
        body: 'Name the subject, the style, the lighting and the format. Change one thing at a time.',
      },
    ],
  },
  {
    tab: 'Documents',
    intro: 'Attach a document to read, summarize or compare it.',
    points: [
      { name: 'Formats.', body: 'PDF, DOCX, TXT, XML, PPTX and XLSX.' },
      { name: 'Length.', body: 'Keep documents under about 200 pages.' },
      { name: 'Not supported.', body: 'The assistant cannot create PowerPoint decks.' },
    ],
  },
  {
    tab: 'Tips',
    points: [
      { name: 'Assign a role.', body: 'Say who the assistant should be: an editor, a tutor, an analyst.' },
      { name: 'Start new chats often.', body: 'A chat about one topic gives better answers.' },
      { name: 'Audit memories.', body: 'Review them now and then, and delete what’s no longer true.' },
      { name: 'Prompt precisely.', body: 'Give the purpose, the audience, the length and an example.' },
      { name: 'Share problem chats as feedback.', body: 'Send us what went wrong so we can fix it.' },
    ],
  },
];
