import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { load } from 'words:gallery'
import { day, dayRange, notFuture } from '../../src/contract/fields/days.rules.ts'
import type { FieldRuleResult, FieldFault } from '../../src/contract/fields/faults.ts'
import {
  email,
  emails,
  maxKeywordLength,
  maxLength,
  maxWords,
  password,
  postalCode,
  required,
  url,
} from '../../src/contract/fields/fields.rules.ts'
import { amount, decimals, max, min, notNegative, number, onlyNumbers, whole } from '../../src/contract/fields/numbers.rules.ts'
import { charactersLeft, faultText, wordsLeft } from '../../src/ui/form/fault-text.tsx'

type Words = readonly [english: string, german: string, japanese: string]
const languages = ['en-US', 'de', 'ja'] as const
const i18nOf = async (locale: string) => setupI18n({ locale, messages: { [locale]: await load(locale) } })
const i18ns = await Promise.all(languages.map(i18nOf))
const inAll = (text: (i18n: (typeof i18ns)[number]) => string) => i18ns.map(text)

const dollars = { currency_code: 'USD', currency_digits: 2 }
const twentyOne = Array.from({ length: 21 }, (_, index) => `a${index}@harborline.example`)
const today = '2026-11-21'

const broken: Readonly<Record<string, readonly [result: FieldRuleResult, words: Words]>> = {
  'nothing where something is required': [required(' '), ['This field is required', 'Dieses Feld ist erforderlich', 'この項目は必須です']],
  'an empty list': [required([]), ['Add at least one entry', 'Fügen Sie mindestens einen Eintrag hinzu', '1 つ以上追加してください']],
  'a box that is not ticked': [
    required(false),
    [
      'Select the checkbox to continue',
      'Aktivieren Sie das Kontrollkästchen, um fortzufahren',
      '続けるにはチェックボックスをオンにしてください',
    ],
  ],
  'an amount below the least': [
    amount({ ...dollars, min: '0.15' })('0.1'),
    ['Enter at least $0.15', 'Geben Sie mindestens 0,15\u00a0$ ein', '$0.15以上を入力してください'],
  ],
  'an amount above the most': [
    amount({ ...dollars, max: '20' })('20.01'),
    ['Enter at most $20.00', 'Geben Sie höchstens 20,00\u00a0$ ein', '$20.00以下を入力してください'],
  ],
  'an amount in another format': [
    amount(dollars)('?1,5'),
    [
      'Please only use a value in this format 1,234.50',
      'Bitte verwenden Sie nur einen Wert in diesem Format: 1.234,50',
      '次の形式の値のみを使用してください: 1,234.50',
    ],
  ],
  'more decimals than the currency has': [
    amount(dollars)('1.234'),
    [
      'This field accepts up to 2 decimal places',
      'Dieses Feld nimmt höchstens 2 Nachkommastellen an',
      'この項目に入力できるのは小数点以下2桁までです',
    ],
  ],
  'more than one decimal': [
    decimals(1)('1.25'),
    [
      'This field accepts up to 1 decimal place',
      'Dieses Feld nimmt höchstens 1 Nachkommastelle an',
      'この項目に入力できるのは小数点以下1桁までです',
    ],
  ],
  'no address': [
    email('dana@harborline'),
    ['A proper email is required', 'Eine gültige E-Mail-Adresse ist erforderlich', '正しいメールアドレスを入力してください'],
  ],
  'no address among several': [
    emails()(['dana@harborline.example', 'dana']),
    ['A proper email is required', 'Eine gültige E-Mail-Adresse ist erforderlich', '正しいメールアドレスを入力してください'],
  ],
  'too many addresses': [
    emails()(twentyOne),
    ['Use at most 20 addresses', 'Verwenden Sie höchstens 20 Adressen', 'アドレスは20件以内にしてください'],
  ],
  'a weak password': [
    password('Lakeside1'),
    [
      'Use at least 8 characters with a lowercase letter, an uppercase letter, a digit and a special character',
      'Verwenden Sie mindestens 8 Zeichen mit Kleinbuchstabe, Großbuchstabe, Ziffer und Sonderzeichen',
      '小文字、大文字、数字、記号を含む8文字以上にしてください',
    ],
  ],
  'no postal code': [
    postalCode('93940/1'),
    ['Must enter valid postal code', 'Eine gültige Postleitzahl ist erforderlich', '正しい郵便番号を入力してください'],
  ],
  'a text that is too long': [
    maxLength(3)('abcd'),
    ['Use at most 3 characters', 'Verwenden Sie höchstens 3 Zeichen', '3文字以内にしてください'],
  ],
  'a keyword that is too long': [
    maxKeywordLength(5)('sea, mountain'),
    [
      'Each keyword may not be longer than 5 characters',
      'Kein Stichwort darf länger als 5 Zeichen sein',
      '各キーワードは5文字以内にしてください',
    ],
  ],
  'too many words': [
    maxWords(2)('one two three four five'),
    [
      'You have exceeded the max number of words by 3',
      'Sie haben die Höchstzahl der Wörter um 3 überschritten',
      '単語数の上限を3超えています',
    ],
  ],
  'no web address': [
    url('ftp://harborline.example'),
    [
      'Enter a web address such as https://example.com/page',
      'Geben Sie eine Webadresse ein, zum Beispiel https://example.com/page',
      'https://example.com/page のようなウェブアドレスを入力してください',
    ],
  ],
  'no day': [
    day('2026-02-30'),
    ['Enter a date as YYYY-MM-DD', 'Geben Sie das Datum als JJJJ-MM-TT ein', '日付はYYYY-MM-DDの形式で入力してください'],
  ],
  'no range of days': [
    dayRange({ start_date: today, end_date: '' }),
    ['Please select a valid date range', 'Bitte wählen Sie einen gültigen Zeitraum', '有効な期間を選択してください'],
  ],
  'a day to come': [
    notFuture(today)('2026-11-22'),
    ['Choose today or an earlier date', 'Wählen Sie heute oder einen früheren Tag', '今日またはそれより前の日を選んでください'],
  ],
  'a number below the least': [
    min('1000.5')('1000.49'),
    ['Value must be greater than or equal to 1,000.5', 'Der Wert muss größer oder gleich 1.000,5 sein', '値は1,000.5以上にしてください'],
  ],
  'a number above the most': [
    max('1000000')('1000000.01'),
    ['Value has exceeded the max of 1,000,000', 'Der Wert überschreitet das Maximum von 1.000.000', '値が上限の1,000,000を超えています'],
  ],
  'no number': [
    onlyNumbers('?12a'),
    ['This field only accepts numbers', 'Dieses Feld nimmt nur Zahlen an', 'この項目には数値のみ入力できます'],
  ],
  'a number below zero': [
    notNegative('-1'),
    ['Value can not be negative', 'Der Wert darf nicht negativ sein', '値を負にすることはできません'],
  ],
  'no whole number': [whole('1.5'), ['Value should be a whole number', 'Der Wert muss eine ganze Zahl sein', '値は整数にしてください']],
  'what the platform said': [
    { code: 'custom', text: 'This name is taken' },
    ['This name is taken', 'This name is taken', 'This name is taken'],
  ],
}

describe('each error code has its text', () => {
  test.each(Object.entries(broken))('%s', (_, [result, words]) => {
    if (result === true) throw new Error('The rule holds')
    expect(inAll((i18n) => faultText(result, i18n))).toEqual(words)
  })

  test('and no error code lacks one', () => {
    const codes: Record<FieldFault['code'], true> = {
      required: true,
      email: true,
      too_many_emails: true,
      password: true,
      postal_code: true,
      max_length: true,
      keyword_length: true,
      max_words: true,
      url: true,
      date: true,
      date_range: true,
      future: true,
      format: true,
      decimals: true,
      currency_min: true,
      currency_max: true,
      min: true,
      max: true,
      only_numbers: true,
      negative: true,
      whole: true,
      custom: true,
    }
    const said = Object.values(broken).map(([result]) => (result === true ? '' : result.code))
    expect([...new Set(said)].sort()).toEqual(Object.keys(codes).sort())
  })
})

test.each([
  ['one character', 1, charactersLeft, ['1 character remaining', 'Noch 1 Zeichen übrig', '残り1文字']],
  ['characters', 1200, charactersLeft, ['1,200 characters remaining', 'Noch 1.200 Zeichen übrig', '残り1,200文字']],
  ['one word', 1, wordsLeft, ['1 word remaining', 'Noch 1 Wort übrig', '残り1語']],
  ['words', 0, wordsLeft, ['0 words remaining', 'Noch 0 Wörter übrig', '残り0語']],
] as const)('a text field shows %s remaining', (_, left, say, words) => {
  expect(inAll((i18n) => say(left, i18n))).toEqual(words)
})

describe('valid values pass', () => {
  test.each<readonly [string, FieldRuleResult]>([
    ['zero is a value', required(0)],
    ['an address', email('dana.o+x@mail.harborline.example')],
    ['an address in another script', email('dana@例え.jp')],
    ['no address yet', email('')],
    ['twenty addresses', emails()(twentyOne.slice(1))],
    ['a password', password('Lakeside-1')],
    ['a password with umlauts', password('Ähren-feld7')],
    ['a postal code', postalCode('SW1A 1AA')],
    ['signs of a postal code', postalCode('12.345-6_7')],
    ['as long as it may be', maxLength(3)('a😀c')],
    ['as many words', maxWords(2)(' one  two ')],
    ['keywords on lines', maxKeywordLength(4)('sea\nlake, wood')],
    ['a web address', url('https://shop.harborline.example/rooms/12?from=mail')],
    ['a domain alone', url('http://harborline.example')],
    ['a leap day', day('2028-02-29')],
    ['two days', dayRange({ start_date: today, end_date: today })],
    ['today', notFuture(today)(today)],
    ['the least', min('0.15')('0.150')],
    ['the most', max('999999999999999.99')('999999999999999.99')],
    ['an amount', amount({ ...dollars, min: '0.15' })('0.15')],
    ['zeros behind the point', amount({ currency_code: 'JPY', currency_digits: 0 })('5.000')],
    ['a number of any sign', number({ mayBeNegative: true, min: '-5' })('-4.5')],
    ['nothing', number({ min: '1', isWhole: true })('')],
  ])('%s', (_, result) => {
    expect(result).toBe(true)
  })
})

describe('invalid values fail', () => {
  test.each<readonly [string, FieldRuleResult, FieldFault['code']]>([
    ['two ats', email('a@b@c.example'), 'email'],
    [
      'addresses that found no room and are still one text',
      emails()([...twentyOne.slice(1), 'x@c.example, y@c.example']),
      'too_many_emails',
    ],
    ['something else among those', emails()([...twentyOne.slice(1), 'x@c.example, y']), 'email'],
    ['two addresses in one text, where there is room', emails()(['x@c.example y@c.example']), 'email'],
    ['a dot at the end of the name', email('a.@c.example'), 'email'],
    ['a domain of one word', url('https://localhost'), 'url'],
    ['no scheme', url('harborline.example'), 'url'],
    ['a space in an address', url('https://harborline.example/a b'), 'url'],
    ['days that run backwards', dayRange({ start_date: '2026-11-22', end_date: today }), 'date_range'],
    ['a number that is no number first', number({ min: '5', isWhole: true })('?'), 'only_numbers'],
    ['a fraction before a limit', number({ max: '5', isWhole: true })('9.5'), 'whole'],
    ['more than the wire carries', amount(dollars)('1000000000000000'), 'currency_max'],
    ['less than nothing', amount(dollars)('-1'), 'negative'],
    ...(['lakeside-1', 'LAKESIDE-1', 'Lakeside-', 'Lakeside1', 'Lake-1'] as const).map(
      (text) => [`the password ${text}`, password(text), 'password'] as const,
    ),
  ])('%s', (_, result, code) => {
    expect(result === true ? true : result.code).toBe(code)
  })
})
