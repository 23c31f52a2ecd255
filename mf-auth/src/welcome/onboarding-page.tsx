import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef, useState } from 'react';
import { consumeDestination } from '../intent/intent.ts';
import { useHost } from '../remote.ts';
import { Intro } from './intro.tsx';
import { Question } from './question.tsx';

/** Query parameter of the second screen, so that the browser's Back and Forward switch between the two. */
const step = 'step';

/**
 * `/onboarding` (A2.11): the introduction, then one question, then where the intent cookie leads or the main screen.
 * Visitors, and users who have answered before, have nothing to complete here and are redirected.
 */
export const OnboardingPage = () => {
  const { navigation, session, storage } = useHost();
  const onQuestion = new URLSearchParams(useBehavior(navigation.location$).search).has(step);
  const [sawQuestion, setSawQuestion] = useState(onQuestion);
  if (onQuestion && !sawQuestion) setSawQuestion(true);
  const user = useBehavior(session.user$);
  const visitor = useBehavior(session.authVersion$) > 0 && user === undefined;

  const complete = Boolean(user?.heardFrom);
  const redirected = useRef(false);

  useEffect(() => {
    if (!complete || redirected.current) return;
    redirected.current = true;
    navigation.navigate(consumeDestination(storage.cookies), { replace: true });
  }, [complete, navigation, storage]);

  useEffect(() => {
    if (visitor) navigation.navigate('/auth/login', { replace: true });
  }, [visitor, navigation]);

  if (onQuestion) return <Question onBack={() => navigation.setQuery({ [step]: undefined })} />;
  return <Intro firstName={user?.firstName} back={sawQuestion} onNext={() => navigation.setQuery({ [step]: '2' })} />;
};
