import Bookmark from 'lucide-react/icons/bookmark';
import Calendar from 'lucide-react/icons/calendar';
import ChartColumn from 'lucide-react/icons/chart-column';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import LogIn from 'lucide-react/icons/log-in';
import Puzzle from 'lucide-react/icons/puzzle';
import Settings from 'lucide-react/icons/settings';
import Sparkles from 'lucide-react/icons/sparkles';
import Star from 'lucide-react/icons/star';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { fillerIcons } from '../contracts/fillers.ts';

const icons: Readonly<Record<(typeof fillerIcons)[number], ReactNode>> = {
  bookmark: <Bookmark />,
  calendar: <Calendar />,
  chart: <ChartColumn />,
  enter: <LogIn />,
  file: <FileText />,
  globe: <Globe />,
  link: <Link />,
  list: <List />,
  puzzle: <Puzzle />,
  settings: <Settings />,
  sparkles: <Sparkles />,
  star: <Star />,
  users: <Users />,
};
const known = new Map<string | undefined, ReactNode>(Object.entries(icons));

/** The icon of a filler's label. */
export const fillerIcon = (name: string | undefined): ReactNode => known.get(name) ?? icons.puzzle;
