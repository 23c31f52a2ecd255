import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import Telescope from 'lucide-react/icons/telescope';

/** The four cards of the welcome panel (B2.14); a starter goes into the composer, Memory opens its bar. */
export const cards = [
  {
    name: 'Upload',
    text: 'Paste a text and get the gist of it',
    icon: FileText,
    starter: 'Summarise the following text in five points:\n\n',
  },
  {
    name: 'Research',
    text: 'Weigh a question from several sides',
    icon: Telescope,
    starter: 'Research this question and cite your sources: ',
  },
  {
    name: 'Image Mode',
    text: 'Describe a picture in every detail',
    icon: ImageIcon,
    starter: 'Write a detailed description for an image of ',
  },
  { name: 'Memory', text: 'See what Atrium remembers of you', icon: Brain, starter: undefined },
] as const;
