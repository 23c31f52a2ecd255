import File from 'lucide-react/icons/file';
import FileCode from 'lucide-react/icons/file-code';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import Presentation from 'lucide-react/icons/presentation';
import classes from './file-icon.module.css';

const kinds = [
  { part: 'image/', icon: ImageIcon, name: 'Image' },
  { part: 'pdf', icon: FileText, name: 'PDF' },
  { part: 'wordprocessingml', icon: FileText, name: 'Word' },
  { part: 'spreadsheetml', icon: FileSpreadsheet, name: 'Excel' },
  { part: 'presentationml', icon: Presentation, name: 'PowerPoint' },
  { part: 'xml', icon: FileCode, name: 'XML' },
  { part: 'text/', icon: FileText, name: 'Text' },
] as const;
const other = { icon: File, name: 'File' } as const;

const kindOf = (type: string) => kinds.find(({ part }) => type.includes(part)) ?? other;

/** The kind of file as people call it. */
export const kindName = (type: string): string => kindOf(type).name;

export const FileIcon = ({ type }: { readonly type: string }) => {
  const { icon: Icon } = kindOf(type);
  return (
    <span className={classes.icon} aria-hidden>
      <Icon />
    </span>
  );
};

/** Characters at the end of a name that are always visible, because the extension tells what it is. */
const tail = 8;

/** A name in one line; a long one is shortened in its middle. */
export const FileName = ({ name }: { readonly name: string }) => (
  <span dir="auto" className={classes.name} title={name}>
    <span className={classes.head}>{name.slice(0, -tail)}</span>
    <span className={classes.tail}>{name.slice(-tail)}</span>
  </span>
);
