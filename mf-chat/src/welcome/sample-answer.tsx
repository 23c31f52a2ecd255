import { Markdown } from '../markdown/markdown.tsx';
import styles from './visitor-panel.module.css';

const question = 'Our team meeting runs over every week. What can we change?';

const answer = `Meetings run over when people don’t know which decision they’re for. Three changes help most:

| Change | Try it this week |
| --- | --- |
| Name the decision | Put it in the invite |
| Share updates early | Post them in writing |
| End sooner | Plan 25 minutes |

**Start with the first one.** It costs nothing, and it shows which meetings you can cancel.

Paste last week’s agenda, and I’ll draft the invite.`;

/** An answer to look at, drawn as every answer is. */
export const SampleAnswer = () => (
  <figure className={styles.sample} aria-labelledby="sample-answer">
    <figcaption id="sample-answer" className={styles.heading}>
      A sample answer
    </figcaption>
    <p className={styles.asked}>{question}</p>
    <div className={styles.answer}>
      <Markdown text={answer} streaming={false} />
    </div>
  </figure>
);
