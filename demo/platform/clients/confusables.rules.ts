/** Letters of other scripts that look like a letter or digit of a host name. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  в: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  ғ: 'f',
  ɡ: 'g',
  һ: 'h',
  н: 'h',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  м: 'm',
  п: 'n',
  ո: 'n',
  о: 'o',
  ο: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ս: 'u',
  ν: 'v',
  ѵ: 'v',
  ѡ: 'w',
  ԝ: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ᴢ: 'z',
}

/** Letters and digits that look alike in many fonts. */
const sameLook: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', 5: 's', 2: 'z', 8: 'b' }

/**
 * The look of a name: names with the same look can be confused. Accents are dropped, letters of other scripts become those that they
 * look like, and so do digits.
 */
export const lookOf = (name: string): string =>
  [...name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')]
    .map((letter) => lookAlikes[letter] ?? letter)
    .map((letter) => sameLook[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Words that addresses of the product begin with, so no client can have them as its login key. */
const reservedKeys: readonly string[] = [
  'admin',
  'api',
  'assets',
  'clients',
  'embedded',
  'guide',
  'health',
  'idp',
  'login',
  'ofrep',
  'outbox',
  'placard',
  'ready',
  'register',
  'setup-account',
  'signed-in',
  'start',
  'ui',
  'users',
]

/** Whether a login key is a word of the product's own addresses, or looks like one. */
export const isReservedKey = (key: string) => reservedKeys.some((word) => lookOf(word) === lookOf(key)) || /^v[\d.]+$/.test(key)
