import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef, useState } from 'react';
import { takeDestination } from '../intent/intent.ts';
import { useHost } from '../remote.ts';
import { Intro } from './intro.tsx';
import { Question } from './question.tsx';

/** The parameter of the second screen: the browser's Back and Forward go between the two. */
const step = 'step';

/**
 * `/onboarding` (A2.11): the introduction, then one question; then the main screen, or what the intent cookie wants. A
 * visitor, and somebody who has answered before, have nothing to complete here.
 */
export const OnboardingPage = () => {
  const { navigation, session, storage } = useHost();
  const asking = new URLSearchParams(useBehavior(navigation.location$).search).has(step);
  const [asked, setAsked] = useState(asking);
  if (asking && !asked) setAsked(true);
  const user = useBehavior(session.user$);
  const visitor = useBehavior(session.authVersion$) > 0 && user === undefined;

  const complete = Boolean(user?.heardFrom);
  const gone = useRef(false);

  useEffect(() => {
    if (!complete || gone.current) return;
    gone.current = true;
    navigation.navigate(takeDestination(storage.cookies), { replace: true });
  }, [complete, navigation, storage]);

  useEffect(() => {
    if (visitor) navigation.navigate('/auth/login', { replace: true });
  }, [visitor, navigation]);

  if (asking) return <Question onBack={() => navigation.setQuery({ [step]: undefined })} />;
  return <Intro firstName={user?.firstName} back={asked} onNext={() => navigation.setQuery({ [step]: '2' })} />;
};
