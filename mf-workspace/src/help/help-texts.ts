interface HelpText {
  readonly tab: string;
  readonly intro?: string;
  readonly points: readonly { readonly name: string; readonly body: string }[];
}

/** The static pages of the help dialog (A1.11, B1.10, B2.33, B2.34). */
export const helpTexts: readonly HelpText[] = [
  {
    tab: 'Overview',
    intro: 'Atrium is an assistant for questions, texts and files. Ask in your own words, in any language.',
    points: [
      { name: 'Chats.', body: 'Each chat keeps its own thread. Your chats are in the left bar, the newest on top.' },
      {
        name: 'Memory.',
        body: 'What Atrium keeps about you is in the right bar. Change or delete whatever should not stay as it is.',
      },
      { name: 'Secure by default.', body: 'A chat is yours alone until you share it.' },
    ],
  },
  {
    tab: 'Images',
    intro: 'Attach an image and ask about it, or turn image mode on and describe the image that you need.',
    points: [
      { name: 'Formats.', body: 'PNG, JPG, JPEG, WEBP, HEIC and HEIF.' },
      { name: 'Describe.', body: 'Name the subject, the style, the light and the format. Change one thing at a time.' },
    ],
  },
  {
    tab: 'Documents',
    intro: 'Attach a document to have it read, summarised or compared.',
    points: [
      { name: 'Formats.', body: 'PDF, DOCX, TXT, XML, PPTX and XLSX.' },
      { name: 'Length.', body: 'Keep documents under about 200 pages.' },
      { name: 'Not possible.', body: 'The assistant cannot create PowerPoint decks.' },
    ],
  },
  {
    tab: 'Tips',
    points: [
      { name: 'Assign a role.', body: 'Say who the assistant should be: an editor, a tutor, an analyst.' },
      { name: 'Start new chats often.', body: 'A chat about one thing gives better answers.' },
      { name: 'Audit memories.', body: 'Look through them now and then and delete what is no longer true.' },
      { name: 'Prompt precisely.', body: 'Give the purpose, the reader, the length and an example.' },
      { name: 'Share problem chats as feedback.', body: 'Send us what went wrong, so that we can put it right.' },
    ],
  },
];
