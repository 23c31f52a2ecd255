import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useState } from 'react';
import { useRemote } from '../remote.ts';
import { Intro } from './intro.tsx';
import { Question } from './question.tsx';

/** `/onboarding` (A2.11): the introduction, then one question. A visitor has nothing to complete here. */
export const OnboardingPage = () => {
  const { navigation, session } = useRemote();
  const [step, setStep] = useState<'start' | 'question' | 'back'>('start');
  const user = useBehavior(session.user$);
  const visitor = useBehavior(session.authVersion$) > 0 && user === undefined;

  useEffect(() => {
    if (visitor) navigation.navigate('/auth/login', { replace: true });
  }, [visitor, navigation]);

  if (step === 'question') return <Question onBack={() => setStep('back')} />;
  return <Intro firstName={user?.firstName} back={step === 'back'} onNext={() => setStep('question')} />;
};
