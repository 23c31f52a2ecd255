import { describe, expect, test } from 'vitest';
import { inAppBrowserOf } from './social-buttons.tsx';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the browser of an app', () => {
  test.each([
    [`${iphone} Mobile/15E148 Instagram 380.0.0.28.104 (iPhone16,1; iOS 18_5; en_US)`, 'Instagram'],
    [`${android} Version/4.0 Chrome/136.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/512.0.0.52.98;]`, 'Facebook'],
    [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/512.0.0.52.98]`, 'Facebook'],
    [`${iphone} Mobile/15E148 [LinkedInApp]/9.31.1`, 'LinkedIn'],
    [`${iphone} Mobile/15E148 MicroMessenger/8.0.59(0x18003b2e) NetType/WIFI`, 'WeChat'],
    [`${iphone} Mobile/22F76 musical_ly_39.9.0 JsSdk/2.0 BytedanceWebview/d8a21c6`, 'TikTok'],
    [`${iphone} Mobile/15E148 Safari Line/15.8.0`, 'LINE'],
    [`${android} Version/4.0 Chrome/136.0 Mobile Safari/537.36`, 'this app'],
  ])('of %s is known', (userAgent, app) => {
    expect(inAppBrowserOf(userAgent)).toBe(app);
  });

  test.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36',
    `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/136.0.7103.91 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:138.0) Gecko/20100101 Firefox/138.0',
    '',
  ])('is not seen in the true browser %s', (userAgent) => {
    expect(inAppBrowserOf(userAgent)).toBeUndefined();
  });
});
