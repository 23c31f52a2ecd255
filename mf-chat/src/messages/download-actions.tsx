import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import FileDown from 'lucide-react/icons/file-down';
import FileType from 'lucide-react/icons/file-type';
import { useDocument } from '../documents/use-document.ts';
import type { LiveMessage } from '../reply/reply.ts';

const types = [
  { type: 'pdf', label: 'Download as PDF', icon: <FileDown /> },
  { type: 'docx', label: 'Download as DOCX', icon: <FileType /> },
] as const;

interface Props {
  readonly message: Pick<LiveMessage, 'content' | 'citations'>;
  readonly title: string;
}

/** Downloads an answer as a document. */
export const DownloadActions = ({ message: { content, citations }, title }: Props) => {
  const { making, make } = useDocument();
  return types.map(({ type, label, icon }) => (
    <Tooltip key={type} label={label} side="bottom">
      <IconButton
        size="s"
        label={label}
        icon={icon}
        busy={making === type}
        disabled={making !== undefined && making !== type}
        onClick={() => void make(type, { title, markdown: content, citations })}
      />
    </Tooltip>
  ));
};
