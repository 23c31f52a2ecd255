import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import Telescope from 'lucide-react/icons/telescope';

/** The four cards of the welcome panel (B2.14): the file picker, two modes, and the memory bar. */
export const cards = [
  { name: 'Upload', text: 'Ask about a file or a picture', icon: FileText },
  { name: 'Research', text: 'Research a question across many sources', icon: Telescope },
  { name: 'Image Mode', text: 'Create or edit a picture with words', icon: ImageIcon },
  { name: 'Memory', text: 'See what Atrium remembers about you', icon: Brain },
] as const;
export type CardName = (typeof cards)[number]['name'];
