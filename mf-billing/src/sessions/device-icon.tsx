import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';

const kinds = [
  { named: /iPad|tablet/i, Icon: Tablet },
  { named: /iPhone|iOS|Android|mobile|phone/i, Icon: Smartphone },
  { named: /Windows|mac|Linux|Ubuntu|Debian|Fedora|Chrome ?OS|Chromium OS/i, Icon: Monitor },
];

/** A picture of a device by its words, as `Safari on iPhone`. */
export const DeviceIcon = ({ device }: { readonly device: string }) => {
  const Icon = kinds.find(({ named }) => named.test(device))?.Icon ?? CircleHelp;
  return <Icon />;
};
