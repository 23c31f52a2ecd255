import { useHost } from '../remote.ts';

/** Shells of 0.1 do not tell whether a tab opened. */
const recentPress = (): boolean => !('userActivation' in navigator) || navigator.userActivation.isActive;

/**
 * Opens a tab for what a call answered. A browser opens one for a press only: WebKit forgets the press while a call runs,
 * the others after some seconds. Then an alert asks for one more.
 */
export const useOpenTab = () => {
  const { alerts, navigation } = useHost();
  return (url: string, ready: string): void => {
    if (recentPress() && navigation.openTab(url) !== false) return;
    const action = { label: 'Open', onSelect: () => void navigation.openTab(url) };
    alerts.show({ message: ready, type: 'info', time: 0, action });
  };
};
