import { Button } from '@atrium/shared-kernel/ui/button';
import BookOpen from 'lucide-react/icons/book-open';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Users from 'lucide-react/icons/users';
import { AuthPage } from '../ui/auth-page.tsx';
import classes from './welcome.module.css';

const points = [
  {
    Icon: Users,
    title: 'A community that shares',
    text: 'Share chats with a link, build on other people’s agents, and work side by side in a team.',
  },
  {
    Icon: LifeBuoy,
    title: 'Support when you need it',
    text: 'Messages from Help go to our team. A real person reads and answers every one.',
  },
  {
    Icon: BookOpen,
    title: 'A guide for every part',
    text: 'Help explains files, memories and agents in a few short steps, whenever you need them.',
  },
];

interface IntroProps {
  readonly firstName: string | undefined;
  /** Whether the user came back from the second screen. */
  readonly back: boolean;
  readonly onNext: () => void;
}

/** The first screen: the community, and where support is found. */
export const Intro = ({ firstName, back, onNext }: IntroProps) => (
  <AuthPage
    focusTitle={back}
    title={firstName ? `Welcome to Atrium, ${firstName}` : 'Welcome to Atrium'}
    lead="You’re not on your own here. This is where you’ll find company and help."
    aside="Step 1 of 2"
  >
    <ul className={classes.points}>
      {points.map(({ Icon, title, text }) => (
        <li key={title} className={classes.point}>
          <span className={classes.icon} aria-hidden>
            <Icon size={18} />
          </span>
          <div>
            <h2 className={classes.subtitle}>{title}</h2>
            <p className={classes.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
    <Button variant="primary" size="l" wide onClick={onNext}>
      Next
    </Button>
  </AuthPage>
);
