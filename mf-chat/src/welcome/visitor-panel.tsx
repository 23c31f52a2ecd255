import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isId } from '@atrium/shared-kernel/contracts/id';
import { priceOf, yearlySaving } from '@atrium/shared-kernel/contracts/prices';
import { isComposing, useBehavior } from '@atrium/shared-kernel/remote';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import Bot from 'lucide-react/icons/bot';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import Users from 'lucide-react/icons/users';
import { useEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useHost } from '../remote.ts';
import { createFirstQuestion } from './first-question.ts';
import { QuestionForm } from './question-form.tsx';
import styles from './visitor-panel.module.css';
import { Markdown } from '../markdown/markdown.tsx';

const question = 'Our team meeting runs over every week. What can we change?';

const answer = `Meetings run over when people don’t know which decision they’re for. Three changes help most:

| Change | Try it this week |
| --- | --- |
| Name the decision | Put it in the invite |
| Share updates early | Post them in writing |
| End sooner | Plan 25 minutes |

**Start with the first one.** It costs nothing, and it shows which meetings you can cancel.

Paste last week’s agenda, and I’ll draft the invite.`;

/** A sample answer, rendered like every answer. */
const SampleAnswer = () => (
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

/**
 * A field for a visitor's first question, which is stored until there is an account. Enter continues, with Shift it
 * adds a line.
 */
export const FirstQuestion = ({ visitor }: { readonly visitor: boolean }) => {
  const { navigation, storage } = useHost();
  const [question] = useState(() => createFirstQuestion(storage.local));
  const [text, setText] = useState(question.read);
  const blank = text.trim() === '';
  const type = (typed: string) => {
    setText(typed);
    question.save(typed);
  };
  const proceed = () => {
    if (blank) return;
    // The sign-up is followed by the plan that chatting needs (A4.14).
    if (visitor) storage.cookies.set('intent', 'subscribe');
    navigation.navigate(visitor ? '/auth/signup' : '/subscribe');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    proceed();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.shiftKey) return;
    event.preventDefault();
    proceed();
  };
  return (
    <QuestionForm
      visitor={visitor}
      blank={blank}
      above={visitor && <SharedAgent />}
      text={text}
      onType={type}
      onSubmit={submit}
      onKeyDown={press}
    />
  );
};

/** Names the agent whose link led here. Renders nothing if it is not shared any more. */
const SharedAgent = () => {
  const { client, navigation } = useHost();
  const { search } = useBehavior(navigation.location$);
  const flowId = new URLSearchParams(search).get('agent');
  const { data } = useQuery({
    queryKey: ['shared-agent', flowId],
    enabled: isId(flowId),
    queryFn: ({ signal }) => client.call(calls.agents.getSharedTitle, { flowId: flowId ?? '' }, { signal }),
  });
  return (
    <p role="status" className={styles.shared}>
      {data && (
        <>
          <Bot aria-hidden />
          <span>
            You’re invited to use the agent <strong dir="auto">{data.title}</strong>. Join or log in to add it.
          </span>
        </>
      )}
    </p>
  );
};

const lines = [
  [MessageCircleQuestionMark, 'An assistant for questions, research, writing and pictures'],
  [Bot, 'Agents, collections and a memory that you control'],
  [Users, 'For you alone, or one plan for your whole team'],
] as const;

/** Milliseconds to wait for the viewer's country, so that a price does not change its currency a moment later. */
const countryTimeout = 5000;

/** The viewer's country by the service, else by the account. `known` once it is final, even if it is not available. */
const useCountry = () => {
  const { ipInfo$, session } = useHost();
  const ipInfo = useBehavior(ipInfo$);
  const user = useBehavior(session.user$);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), countryTimeout);
    return () => clearTimeout(timer);
  }, []);
  const country = ipInfo?.country ?? user?.countryCode;
  return { country, known: late || ipInfo !== undefined || country !== undefined };
};

/** The price of a plan for one person, by month and by year. */
const Prices = () => {
  const { country, known } = useCountry();
  return (
    <dl className={styles.prices}>
      {(['month', 'year'] as const).map((interval) => {
        const { perSeat, perMonth } = priceOf(country, interval, 1);
        return (
          <div key={interval} className={styles.price}>
            <dt>{interval === 'month' ? 'Monthly' : 'Yearly'}</dt>
            <dd>
              {known ? <strong>{perSeat}</strong> : <Skeleton width="3.5rem" height="1.5rem" />} a {interval}
              {interval === 'year' && known && (
                <span className={styles.saving}>
                  {perMonth} a month, {yearlySaving(country)}% less
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/** What Atrium is, what it costs and how it answers, for users who cannot chat yet. */
export const AboutAtrium = () => (
  <div className={styles.about}>
    <section className={styles.card} aria-labelledby="about-atrium">
      <h2 id="about-atrium" className={styles.heading}>
        What you get with Atrium
      </h2>
      <ul className={styles.lines}>
        {lines.map(([Icon, text]) => (
          <li key={text}>
            <Icon aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <Prices />
      <p className={styles.note}>Renews until you cancel. Teams pay the same for each seat.</p>
    </section>
    <SampleAnswer />
  </div>
);
