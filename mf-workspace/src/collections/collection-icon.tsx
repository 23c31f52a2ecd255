import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import Briefcase from 'lucide-react/icons/briefcase';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Folders from 'lucide-react/icons/folders';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import Heart from 'lucide-react/icons/heart';
import Lightbulb from 'lucide-react/icons/lightbulb';
import Star from 'lucide-react/icons/star';

const icons = {
  folders: Folders,
  briefcase: Briefcase,
  lightbulb: Lightbulb,
  star: Star,
  graduation: GraduationCap,
  money: CircleDollarSign,
  heart: Heart,
} satisfies Record<Tag['icon'], typeof Folders>;

/** A collection's icon in its color (B3.06). */
export const CollectionIcon = ({ icon, color }: Pick<Tag, 'icon' | 'color'>) => {
  const Icon = icons[icon];
  return <Icon style={{ color: `var(--color-tag-${color})` }} />;
};
