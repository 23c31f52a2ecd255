import type { ReactNode } from 'react';
import type { Provider } from './providers.ts';

const Mark = ({ children }: { children: ReactNode }) => (
  <svg width={18} height={18} viewBox="0 0 24 24" focusable="false">
    {children}
  </svg>
);

/**
 * The providers' logos as their brand guidelines require: Google and Microsoft in their own colors, Apple in the text
 * color.
 */
export const brandMarks: Readonly<Record<Provider, ReactNode>> = {
  google: (
    <Mark>
      <path
        fill="#4285F4"
        d="M23.52 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.46a5.52 5.52 0 0 1-2.4 3.62v3.01h3.88c2.27-2.09 3.58-5.17 3.58-8.82Z"
      />
      <path
        fill="#34A853"
        d="M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.88-3.01c-1.07.72-2.45 1.15-4.06 1.15-3.13 0-5.78-2.11-6.72-4.95H1.27v3.11A12 12 0 0 0 12 24Z"
      />
      <path fill="#FBBC05" d="M5.28 14.28a7.2 7.2 0 0 1 0-4.56V6.61H1.27a12 12 0 0 0 0 10.78l4.01-3.11Z" />
      <path
        fill="#EA4335"
        d="M12 4.77c1.76 0 3.34.61 4.59 1.8l3.44-3.44A11.98 11.98 0 0 0 1.27 6.61l4.01 3.11C6.22 6.88 8.87 4.77 12 4.77Z"
      />
    </Mark>
  ),
  apple: (
    <Mark>
      <path
        fill="currentColor"
        d="M12.15 6.9c-.95 0-2.42-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.21 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.68-1.48 3.68-2.95 1.16-1.69 1.64-3.32 1.66-3.42-.04-.01-3.18-1.22-3.22-4.86-.03-3.04 2.48-4.49 2.6-4.56-1.43-2.09-3.62-2.32-4.39-2.38-2-.16-3.68 1.09-4.61 1.09ZM15.53 3.83c.84-1.01 1.4-2.43 1.24-3.83-1.2.05-2.66.81-3.53 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.11 2.71-.68 3.56-1.7Z"
      />
    </Mark>
  ),
  azure: (
    <Mark>
      <path fill="#F25022" d="M1 1h10.5v10.5H1Z" />
      <path fill="#7FBA00" d="M12.5 1H23v10.5H12.5Z" />
      <path fill="#00A4EF" d="M1 12.5h10.5V23H1Z" />
      <path fill="#FFB900" d="M12.5 12.5H23V23H12.5Z" />
    </Mark>
  ),
};
