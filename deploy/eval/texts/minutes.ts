import type { Task, Vocabulary } from '../task.ts';

/** Minutes of ten meetings of a canal company. */
export const minutes: Vocabulary = {
  sentences: [
    '{person} presents the figures of the {part} for {month} and answers two questions.',
    'The board takes note of the report on the {part} without a vote.',
    '{person} points out that the {part} has not been painted since the flood.',
    'It is agreed to ask three firms for an offer on the {part} before {month}.',
    'The harbor office wrote on {day} {month} that it will pay its share of the {part}.',
    '{person} and {other} are to inspect the {part} together and write a note.',
    'The insurance of the {part} ends in {month}; {person} collects new offers.',
    'Two visitors ask why the {part} is closed on weekends.',
    'Traffic at the {part} rose by {number} boats compared with {month} of last year.',
    '{other} regrets that the leaflet about the {part} was printed with an old map.',
    'The board thanks {person} for the excursion to the {part} on {day} {month}.',
    'Spare parts for the {part} are stored in shed {number} from now on.',
    'The auditor found no mistakes in the accounts of the {part}.',
    '{person} warns that the water at the {part} will be low in {month}.',
    'The keys of the {part} are kept by {other} until {month}.',
    'A school class visited the {part} and asked {number} questions, as {other} reports.',
    'The proposal to light the {part} at night is put off.',
    '{person} suggests a bench near the {part}; {other} objects because of the cyclists.',
    'The dredger needs {number} days at the {part}, weather permitting.',
    'The minutes of the last meeting are approved after a correction by {other}.',
  ],
  slots: {
    person: ['Ms. Vik', 'Mr. Strand', 'Ms. Holm', 'Mr. Dahl', 'Ms. Berg'],
    other: ['Mr. Lie', 'Ms. Moen', 'Mr. Aas', 'Ms. Haug'],
    part: ['upper lock', 'lower lock', 'towpath', 'west basin', 'swing bridge', 'boathouse', 'slipway', 'toll house'],
    month: ['January', 'February', 'March', 'June', 'July', 'September', 'October'],
    day: ['3', '5', '8', '11', '16', '22', '27'],
    number: ['4', '6', '7', '9', '13', '15', '17', '21', '28'],
  },
};

/** All of these are in the third file. */
export const minutesTasks: readonly Task[] = [
  {
    kind: 'files',
    says: 'Ms. Aalto reports that the pump of the east basin lost 14 percent of its pressure.',
    alike: ['Ms. Aalto reports that the pump of the west basin gained 3 percent.'],
    question: 'How much of its pressure did the pump of the east basin lose?',
    needs: '14 percent',
  },
  {
    kind: 'files',
    says: 'The board approves 58,200 crowns for the footbridge at Heron Weir.',
    alike: ['The board approves 12,900 crowns for the railing at Otter Weir.'],
    question: 'How many crowns does the board approve for the footbridge at Heron Weir?',
    needs: '58,200',
  },
  {
    kind: 'files',
    says: 'The next training of the lock keepers takes place on 19 April in Hall C.',
    alike: ['The next party of the lock keepers takes place on 20 May on the lawn.'],
    question: 'When does the next training of the lock keepers take place?',
    needs: '19 April',
  },
  {
    kind: 'files',
    says: 'The firm of Brevik has to replace 36 bolts of the north gate at its own expense.',
    alike: ['The firm of Solheim has to replace the seals of the south gate.'],
    question: 'How many bolts of the north gate does the firm of Brevik have to replace?',
    needs: '36 bolts',
  },
  {
    kind: 'files',
    says: 'A child fell into the settling pond because the fence had been cut open by anglers.',
    alike: ['A cyclist fell on the towpath because the leaves had not been swept.'],
    question: 'Whose fault was the accident in which a kid got wet?',
    paraphrased: true,
    needs: 'cut open by anglers',
  },
  {
    kind: 'files',
    says: 'Boats longer than eleven meters have to wait for the evening tide.',
    alike: ['Canoes have to be carried around the weir.'],
    question: 'From which length on can large vessels pass only late in the day?',
    paraphrased: true,
    needs: 'eleven meters',
  },
  {
    kind: 'files',
    says: 'Mr. Lindqvist retires at midsummer, and his dog stays with the night watchman.',
    alike: ['Mr. Aas is on leave until July, and Ms. Haug waters his plants.'],
    question: 'Who takes care of the animal once its owner stops working?',
    paraphrased: true,
    needs: 'night watchman',
  },
  {
    kind: 'files',
    says: 'The museum may borrow the brass compass for two years, provided that it is insured.',
    alike: ['The school may use the old barge in June, provided that a teacher is on board.'],
    question: 'On which condition does the exhibition get the navigation instrument?',
    paraphrased: true,
    needs: 'provided that it is insured',
  },
];
