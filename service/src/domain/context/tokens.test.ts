import { describe, expect, it } from 'vitest';
import { charactersWithin, tokensOf } from './tokens.ts';

/** Texts with their token counts by OpenAI's tokenizers o200k_base and cl100k_base (gpt-tokenizer 4.0.0). */
const counted: readonly (readonly [string, string, number, number])[] = [
  [
    'English',
    'An answer may be 20,000 tokens long, arrive all at once after a lost connection, or be one paragraph or one code of 50,000 characters. Parsing what has been parsed, or rendering all of it in one task, holds up typing and scrolling on a slow machine.',
    59,
    59,
  ],
  [
    'TypeScript',
    "export const badRequest = (msg: string) => new CallError(400, msg);\nconst statusOf = (error: unknown): number | undefined =>\n  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'\n    ? error.statusCode\n    : undefined;\n",
    69,
    66,
  ],
  [
    'Python',
    'def fib(n: int) -> int:\n    """Return the n-th Fibonacci number."""\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n\n\nif __name__ == "__main__":\n    print([fib(i) for i in range(10)])\n',
    72,
    72,
  ],
  [
    'minified JavaScript',
    'function t(e,n){var r=e.length,o=0;for(;o<r;++o)if(n(e[o],o,e))return!0;return!1}var a=t([1,2,3],(e=>e>2))?"yes":"no";!function(){try{x.y.z=(a||b)&&c?d:e}catch(e){}}();',
    80,
    79,
  ],
  [
    'LaTeX',
    '\\frac{\\partial^2 u}{\\partial t^2} = c^2 \\nabla^2 u, \\quad \\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}, \\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}',
    82,
    85,
  ],
  [
    'German',
    'Die Donaudampfschifffahrtsgesellschaft veröffentlichte gestern überraschende Zahlen: Trotz steigender Energiekosten konnte der Jahresüberschuss gegenüber dem Vorjahr um dreizehn Prozent gesteigert werden, teilte der Vorstandsvorsitzende mit.',
    54,
    71,
  ],
  [
    'French',
    "L'assemblée générale s'est réunie hier à Paris pour débattre des conséquences économiques de la sécheresse; aujourd'hui, les agriculteurs réclament des mesures d'urgence et une réforme de l'irrigation.",
    47,
    58,
  ],
  [
    'Finnish',
    'Hallitus ilmoitti eilen merkittävistä lainsäädännöllisistä uudistuksista, joiden tarkoituksena on parantaa työllisyystilannetta ja lisätä kansalaisten osallistumismahdollisuuksia päätöksenteossa.',
    56,
    77,
  ],
  [
    'Polish',
    'Wczoraj wieczorem przedstawiciele ministerstwa ogłosili, że przedsiębiorstwa zatrudniające więcej niż pięćdziesiąt osób będą musiały składać szczegółowe sprawozdania dotyczące zużycia energii.',
    54,
    70,
  ],
  [
    'Turkish',
    'Uluslararası araştırmacılar, değişen iklim koşullarının tarımsal üretim üzerindeki etkilerini değerlendirdiklerinde beklenmedik sonuçlarla karşılaştıklarını açıkladılar.',
    42,
    69,
  ],
  [
    'Vietnamese',
    'Chính phủ đã công bố những biện pháp mới nhằm hỗ trợ các doanh nghiệp nhỏ và vừa trong bối cảnh kinh tế toàn cầu gặp nhiều khó khăn và bất ổn.',
    37,
    73,
  ],
  [
    'Chinese',
    '昨天下午，政府宣布了一系列新的经济措施，旨在帮助中小企业应对全球经济放缓带来的挑战。专家认为，这些措施将在未来几个月内产生积极影响。',
    42,
    86,
  ],
  [
    'traditional Chinese',
    '昨天下午，政府宣布了一系列新的經濟措施，旨在幫助中小企業應對全球經濟放緩帶來的挑戰。專家認為，這些措施將在未來幾個月內產生積極影響。',
    61,
    109,
  ],
  [
    'Japanese',
    '昨日の午後、政府は世界経済の減速に対応するため、中小企業を支援する一連の新しい経済対策を発表しました。専門家は今後数か月で効果が現れると見ています。',
    55,
    87,
  ],
  [
    'Korean',
    '어제 오후 정부는 세계 경제 둔화로 인한 어려움에 대응하기 위해 중소기업을 지원하는 일련의 새로운 경제 대책을 발표했습니다.',
    36,
    66,
  ],
  [
    'Russian',
    'Вчера днём правительство объявило о ряде новых экономических мер, призванных помочь малым и средним предприятиям справиться с трудностями, вызванными замедлением мировой экономики.',
    44,
    87,
  ],
  [
    'Greek',
    'Χθες το απόγευμα η κυβέρνηση ανακοίνωσε μια σειρά νέων οικονομικών μέτρων για τη στήριξη των μικρομεσαίων επιχειρήσεων.',
    36,
    108,
  ],
  [
    'Arabic',
    'أعلنت الحكومة بعد ظهر أمس سلسلة من التدابير الاقتصادية الجديدة التي تهدف إلى مساعدة الشركات الصغيرة والمتوسطة على مواجهة التحديات.',
    29,
    88,
  ],
  [
    'Hebrew',
    'אתמול אחר הצהריים הודיעה הממשלה על שורה של צעדים כלכליים חדשים שנועדו לסייע לעסקים קטנים ובינוניים.',
    34,
    96,
  ],
  [
    'Hindi',
    'सरकार ने कल दोपहर नए आर्थिक उपायों की एक श्रृंखला की घोषणा की जिसका उद्देश्य छोटे और मध्यम उद्यमों की सहायता करना है।',
    32,
    118,
  ],
  ['Thai', 'เมื่อวานนี้รัฐบาลได้ประกาศมาตรการทางเศรษฐกิจใหม่เพื่อช่วยเหลือธุรกิจขนาดเล็กและขนาดกลาง', 32, 88],
  ['Tamil', 'நேற்று மதியம் அரசாங்கம் சிறு மற்றும் நடுத்தர நிறுவனங்களுக்கு உதவும் புதிய பொருளாதார நடவடிக்கைகளை அறிவித்தது.', 30, 148],
  ['emoji', '😀🎉🔥👩‍👩‍👧‍👦🏳️‍🌈👍🏽💯🚀✨❤️🤷‍♂️🇩🇪🇯🇵🧑‍💻🦄🥳', 54, 84],
  [
    'digits',
    '31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679',
    34,
    34,
  ],
  [
    'hexadecimal digits',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    78,
    78,
  ],
  [
    'a table of figures',
    '| 2024-01-05 | 1,204.50 | -3.2% | 17:45:09 |\n| 2024-01-05 | 1,204.50 | -3.2% | 17:45:09 |\n| 2024-01-05 | 1,204.50 | -3.2% | 17:45:09 |\n| 2024-01-05 | 1,204.50 | -3.2% | 17:45:09 |\n',
    116,
    116,
  ],
  [
    'a log',
    '2026-11-22T18:22:41.123Z ERROR [http-nio-8080-exec-7] c.a.s.UserController:142 - NullPointerException at 0x7ffee3b4\n2026-11-22T18:22:41.123Z ERROR [http-nio-8080-exec-7] c.a.s.UserController:142 - NullPointerException at 0x7ffee3b4\n',
    98,
    92,
  ],
  [
    'Base64',
    '/o5f0Vf5YLsWgiRvbjclbfaOphmbZ0nUUXKc3NaWMASa5ETADG5mIJop//ir7p4BSVnxJbe7tacPiQkO5qWnX55+uvkVjILTfZtl8n/QHpSB0RSqtQqwse7ed6rCM/7sYaPDGhT44FC12qxAea99UCbkUNmmwSpoa3wOaoUm+BxabK3T6HMIqNo4Qad0DR5V8Hnm+4WvnO74PVCGvghBm5UvYBpoP5VtO+uxBhXA9QaCbhGWzra0kTU2Db+11A8I2tTYoanRhGYLDhtU9KLD1gbagzWgMo/uQVeYzuJQNXBtfVg5vPnPC1jgWpsadCiy7F/+crtGaJU24CuHaJIcrIGwRmhwGXISmDJ+gy5NGdSioc3wmApNcLiTRHrX6dU6/PV5bSt/3Okq9A6L',
    269,
    282,
  ],
  [
    'capitals',
    'THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG. WARRANTY DISCLAIMER: THIS SOFTWARE IS PROVIDED AS IS WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING MERCHANTABILITY.',
    36,
    37,
  ],
  [
    'no words',
    'aqicywwyciqdpdtoieffhoufpesldawxacjsanctjebabegnwhujatolnorwdmanctpkhjknvcozpeyrpmosvdnwkasjfddfjpxhthxpjfddfjpxkwkavplmmovbmwlzskhdehjqzhujaqlihilnudobqhavsuvydkthujawroqrucjvgwlfywtvzckudrhzqmkkmqweoaoewqmkkmqwerdrhcwsttvcitdsgzrokloqxgobqhxspopsubkvixohczbcfkraobqhdyvxybjqcndsmfdacgjrbkyogxtrrtxd',
    155,
    162,
  ],
];

describe('the tokens of a text', () => {
  it.each(counted)('are not estimated too low: %s', (_name, text, o200k, cl100k) => {
    expect(tokensOf(text)).toBeGreaterThanOrEqual(Math.max(o200k, cl100k));
    expect(tokensOf(text)).toBeLessThan(3.1 * Math.max(o200k, cl100k));
  });

  it('are counted up to a given limit', () => {
    expect(tokensOf('word '.repeat(100_000), 50)).toBeGreaterThan(50);
    expect(tokensOf('word '.repeat(100_000), 50)).toBeLessThan(60);
    expect(tokensOf('')).toBe(4);
  });

  it('limit the characters of a text, and split none', () => {
    const text = 'Rivers 🏞️ and 河川';
    for (let tokens = 0; tokens < 30; tokens += 1) {
      const part = text.slice(0, charactersWithin(text, tokens));
      expect(part.isWellFormed()).toBe(true);
      expect(tokensOf(part) - 4).toBeLessThanOrEqual(tokens);
    }
    expect(charactersWithin(text, 1000)).toBe(text.length);
  });
});
