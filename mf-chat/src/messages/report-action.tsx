import { IconButton } from '@atrium/shared-kernel/ui/button';
import { Tooltip } from '@atrium/shared-kernel/ui/tooltip';
import Flag from 'lucide-react/icons/flag';
import type { AnswerActions } from './message-actions.tsx';

interface Props extends Pick<AnswerActions, 'onReport'> {
  readonly messageId: string;
}

/** The button to report an answer, for a reader who may. */
export const ReportAction = ({ messageId, onReport }: Props) =>
  onReport && (
    <Tooltip label="Report" side="bottom">
      <IconButton size="s" label="Report answer" icon={<Flag />} onClick={() => onReport(messageId)} />
    </Tooltip>
  );
