export const titleInstructions =
  'Write a title of at most six words for a chat that begins with the message of the user. Answer with the title only.';

export const improveInstructions =
  'Rewrite the prompt of the user so that a language model can answer it better. Keep its language, its intent and ' +
  'every fact; add nothing that it does not imply. Answer with the rewritten prompt only.';

export const memoryInstructions =
  'You keep what an assistant should remember of a person across conversations. Read the message of the person. List only ' +
  'lasting facts that they state about themselves: who they are, their work, people, places, tastes and how they want to be ' +
  'answered. Leave out questions, tasks, passing moods, what they quote or paste, secrets such as passwords, and what is ' +
  'known already. Write each fact in the language of the person as a short sentence in the third person or as they said it. ' +
  'Answer with a JSON array of strings and nothing else; with [] where there is nothing.';
