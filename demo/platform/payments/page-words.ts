import { amountOf } from '../../../src/contract/money/money.ts'
import { closestLocale, intlLocale } from '../../../src/contract/locales.ts'
import type { DeclineReason } from '../../../src/contract/payments/payments.ts'

/** The texts of the payment page in one language. */
export interface PageWords {
  readonly lang: string
  readonly title: {
    readonly card: string
    readonly confirm: string
    readonly confirmCard: string
    readonly done: string
    readonly ended: string
    readonly broken: string
  }
  readonly save: string
  readonly cancel: string
  readonly confirm: string
  readonly refuse: string
  readonly asksToConfirm: (amount: string) => string
  readonly asksToConfirmCard: string
  readonly saved: string
  readonly nothingSaved: string
  readonly confirmed: string
  readonly canceled: string
  readonly refused: string
  readonly ended: string
  readonly broken: string
  readonly reasons: Readonly<Record<DeclineReason | 'too_many', string>>
  /** Labels of a provider's fields, by their English text. */
  readonly labels: Readonly<Record<string, string>>
}

const english: PageWords = {
  lang: 'en',
  title: {
    card: 'Card',
    confirm: 'Confirm payment',
    confirmCard: 'Confirm card',
    done: 'Done',
    ended: 'Session ended',
    broken: 'Not available',
  },
  save: 'Save card',
  cancel: 'Cancel',
  confirm: 'Confirm',
  refuse: 'Refuse',
  asksToConfirm: (amount) => `Your bank asks you to confirm a payment of ${amount}.`,
  asksToConfirmCard: 'Your bank asks you to confirm this card.',
  saved: 'The card is saved.',
  nothingSaved: 'Nothing was saved.',
  confirmed: 'The payment is confirmed.',
  canceled: 'The payment is canceled.',
  refused: 'The payment was refused.',
  ended: 'This session has ended. Close it and start again.',
  broken: 'Payments are not available. Try again.',
  reasons: {
    declined: 'The bank declined this card. Use another card.',
    insufficient_funds: 'The card has insufficient funds. Use another card.',
    expired: 'The expiration date is in the past or incomplete.',
    fraud: 'The bank declined this card. Use another card.',
    authentication_failed: 'The bank could not confirm the payer.',
    other: 'This card number is not accepted. Check it or use another card.',
    too_many: 'Too many cards were declined. Try again in an hour.',
  },
  labels: {},
}

const german: PageWords = {
  lang: 'de',
  title: {
    card: 'Karte',
    confirm: 'Zahlung bestätigen',
    confirmCard: 'Karte bestätigen',
    done: 'Fertig',
    ended: 'Sitzung beendet',
    broken: 'Nicht verfügbar',
  },
  save: 'Karte speichern',
  cancel: 'Abbrechen',
  confirm: 'Bestätigen',
  refuse: 'Ablehnen',
  asksToConfirm: (amount) => `Ihre Bank bittet Sie, eine Zahlung von ${amount} zu bestätigen.`,
  asksToConfirmCard: 'Ihre Bank bittet Sie, diese Karte zu bestätigen.',
  saved: 'Die Karte ist gespeichert.',
  nothingSaved: 'Es wurde nichts gespeichert.',
  confirmed: 'Die Zahlung ist bestätigt.',
  canceled: 'Die Zahlung ist abgebrochen.',
  refused: 'Die Zahlung wurde abgelehnt.',
  ended: 'Diese Sitzung ist beendet. Schließen Sie sie und beginnen Sie neu.',
  broken: 'Zahlungen sind gerade nicht möglich. Versuchen Sie es erneut.',
  reasons: {
    declined: 'Die Bank hat diese Karte abgelehnt. Verwenden Sie eine andere Karte.',
    insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt. Verwenden Sie eine andere Karte.',
    expired: 'Das Ablaufdatum ist vergangen oder unvollständig.',
    fraud: 'Die Bank hat diese Karte abgelehnt. Verwenden Sie eine andere Karte.',
    authentication_failed: 'Die Bank konnte den Zahler nicht bestätigen.',
    other: 'Diese Kartennummer wird nicht angenommen. Prüfen Sie sie oder verwenden Sie eine andere Karte.',
    too_many: 'Zu viele Karten wurden abgelehnt. Versuchen Sie es in einer Stunde erneut.',
  },
  labels: { 'Card number': 'Kartennummer', Expiration: 'Gültig bis', 'Security code': 'Prüfnummer' },
}

const japanese: PageWords = {
  lang: 'ja',
  title: {
    card: 'カード',
    confirm: '支払いの確認',
    confirmCard: 'カードの確認',
    done: '完了',
    ended: 'セッション終了',
    broken: '利用できません',
  },
  save: 'カードを保存',
  cancel: 'キャンセル',
  confirm: '確認する',
  refuse: '拒否する',
  asksToConfirm: (amount) => `銀行が ${amount} の支払いの確認を求めています。`,
  asksToConfirmCard: '銀行がこのカードの確認を求めています。',
  saved: 'カードを保存しました。',
  nothingSaved: '何も保存されていません。',
  confirmed: '支払いを確認しました。',
  canceled: '支払いは取り消されました。',
  refused: '支払いは拒否されました。',
  ended: 'このセッションは終了しました。閉じてもう一度開始してください。',
  broken: '現在、支払いを利用できません。もう一度お試しください。',
  reasons: {
    declined: '銀行がこのカードを拒否しました。別のカードを使用してください。',
    insufficient_funds: 'カードの残高が不足しています。別のカードを使用してください。',
    expired: '有効期限が過ぎているか、入力が不完全です。',
    fraud: '銀行がこのカードを拒否しました。別のカードを使用してください。',
    authentication_failed: '銀行は支払者を確認できませんでした。',
    other: 'このカード番号は使用できません。番号を確認するか、別のカードを使用してください。',
    too_many: '拒否されたカードが多すぎます。1時間後にもう一度お試しください。',
  },
  labels: { 'Card number': 'カード番号', Expiration: '有効期限', 'Security code': 'セキュリティコード' },
}

const languages: Readonly<Record<string, PageWords>> = { de: german, ja: japanese }

/** The texts for a locale; English is the fallback. */
export const pageWords = (locale: string): PageWords => languages[closestLocale(locale).slice(0, 2)] ?? english

/** The first language of a request, for pages without a session. */
export const requestedLocale = (request: Request) => closestLocale(/^[\w-]+/.exec(request.headers.get('accept-language') ?? '')?.[0])

/** A provider's fields with the labels of a language. */
export const labelledFields = (fields: string, { labels }: PageWords) =>
  Object.entries(labels).reduce((text, [label, translated]) => text.replaceAll(`<label>${label}<`, `<label>${translated}<`), fields)

/** An amount as the locale writes it. */
export const amountText = (micros: bigint, currency: string, digits: number, locale: string) =>
  new Intl.NumberFormat(intlLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(amountOf(micros, digits)))
