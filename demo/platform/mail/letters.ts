import { isStoppingGate } from '../../../src/contract/alerts/campaign-alerts.rules.ts'
import { brandName } from '../../../src/contract/payments/payment-methods.rules.ts'
import { intlLocale } from '../../../src/contract/locales.ts'
import type { CampaignNews } from './campaign-alerts.ts'
import type { RebillMail } from '../auto-rebills/notify.ts'
import type { LetterText, LetterWords, NewsText } from './letter-language.ts'
import { amountText, dayText, wordsIn } from './letter-words.ts'
import type { ExpiringFunds } from './expiring-funds.ts'
import type { FundsNews } from './funds-news.ts'
import type { OrderMail } from './order-news.ts'

/** A mail's content and its main link. */
export interface MailContent {
  readonly purpose: 'invitation' | 'sign-up' | 'reset' | 'changed' | 'alert' | 'report' | 'order' | 'funds'
  readonly subject: string
  readonly text: string
  readonly link: string
}
/** The recipient's name and locale. */
export interface Reader {
  readonly first_name: string
  readonly locale: string
}

/** The beginning of a text. Cuts between code points, because a part of one is no valid text. */
const beginningOf = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('')
export const oneLine = (text: string, maxLength = 80) => beginningOf(text.replace(/[\p{Cc}\s]+/gu, ' '), maxLength)
const subjectLine = (text: string) => beginningOf(text, 150)
export const lines = (...paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`
export const greeting = ({ first_name, locale }: Reader) => wordsIn(locale).hello(oneLine(first_name))

/** A mail with one link and text around it. */
export const letterOf = (
  purpose: MailContent['purpose'],
  reader: Reader,
  { subject, before, after }: LetterText,
  link: string,
): MailContent => ({
  purpose,
  subject,
  link,
  text: lines(greeting(reader), before, link, ...(after ? [after] : [])),
})

export const invitation = (to: Reader, link: string) => letterOf('invitation', to, wordsIn(to.locale).invitation, link)
/** For users of an external issuer, who set no password here. */
export const welcomeLetter = (to: Reader, link: string) => letterOf('invitation', to, wordsIn(to.locale).welcome, link)
export const confirmation = (to: Reader, client: string, link: string) =>
  letterOf('sign-up', to, wordsIn(to.locale).confirmation(oneLine(client)), link)
export const known = (to: Reader, link: string) => letterOf('sign-up', to, wordsIn(to.locale).known, link)
export const reset = (to: Reader, link: string) => letterOf('reset', to, wordsIn(to.locale).reset, link)
export const changed = (to: Reader, link: string) => letterOf('changed', to, wordsIn(to.locale).changed, link)

function newsText({ code, gate, day, limit, comment, amount, currency_code }: CampaignNews, words: LetterWords): NewsText {
  const { news, stopped, stoppedSomehow, someDay } = words
  if (code === 'review_approved') return news.approved
  if (code === 'review_denied') return news.denied(oneLine(comment, 300))
  if (code === 'budget_used_up') return news.usedUp
  if (code === 'runs_out_early') return news.runsOut(day ? dayText(day, words) : someDay, limit)
  const amountLabel = amount ? amountText(amount, currency_code, words) : ''
  return news.stopped(isStoppingGate(gate) ? stopped[gate](amountLabel) : stoppedSomehow)
}

/** Campaign news with one link each. The mail's main link is that of the first item. */
export function campaignLetter(
  to: Reader,
  news: readonly CampaignNews[],
  addressOf: (newsItem: CampaignNews) => string,
): MailContent | undefined {
  const [firstNews] = news
  if (!firstNews) return undefined
  const words = wordsIn(to.locale)
  const campaigns = new Set(news.map(({ campaign_id }) => campaign_id)).size
  const count = new Intl.NumberFormat(intlLocale(words.locale)).format(campaigns)
  const about = campaigns > 1 ? words.several(count) : newsText(firstNews, words).subject(oneLine(firstNews.name))
  const sentenceOf = (newsItem: CampaignNews) => newsText(newsItem, words).sentence(oneLine(newsItem.name), oneLine(newsItem.advertiser))
  return {
    purpose: 'alert',
    subject: subjectLine(about),
    link: addressOf(firstNews),
    text: lines(greeting(to), ...news.map((newsItem) => `${sentenceOf(newsItem)}\n${addressOf(newsItem)}`), words.sentOnce),
  }
}

function orderText(mail: OrderMail, words: LetterWords): LetterText {
  const { name, number, version_id, by, since } = mail
  const about = { order: `${oneLine(name)} (${number})`, version: String(version_id), by: oneLine(by) }
  if (mail.event === 'ended') {
    const { version_id: version, total, currency_code, end_date } = mail.dropped
    const dropped = { total: amountText(total, currency_code, words), end: dayText(end_date, words) }
    return words.order.ended({ ...about, version: String(version) }, mail.cause, dropped)
  }
  if (mail.event === 'submitted') return words.order.waiting(about, since ? dayText(since, words) : '', mail.isApprovedByOther)
  if (mail.event === 'approved') return words.order.approved(about, mail.isInForce)
  return words.order.closed(about, oneLine(mail.reason, 300))
}

/** A decision on an insertion order, or its end. */
export function orderLetter(to: Reader, mail: OrderMail, link: string): MailContent {
  const words = wordsIn(to.locale)
  const { subject, before } = orderText(mail, words)
  return letterOf('order', to, { subject: subjectLine(subject), before, after: words.sentOnce }, link)
}

/** News of an auto-rebill. */
export function rebillLetter(to: Reader, { event, advertiser, available, currency_code }: RebillMail, link: string): MailContent {
  const words = wordsIn(to.locale)
  const { subject, before } = words.rebill[event](oneLine(advertiser), amountText(available, currency_code, words))
  return letterOf('funds', to, { subject: subjectLine(subject), before, after: words.sentOnce }, link)
}

/** A credit that expires soon. */
export function fundsLetter(to: Reader, { advertiser, left, currency_code, expires_on }: ExpiringFunds, link: string): MailContent {
  const words = wordsIn(to.locale)
  const { subject, before } = words.expiring(oneLine(advertiser), amountText(left, currency_code, words), dayText(expires_on, words))
  return letterOf('alert', to, { subject: subjectLine(subject), before, after: words.sentOnce }, link)
}

function fundsNewsText(news: FundsNews, words: LetterWords): LetterText {
  const { fundsNews } = words
  const advertiser = oneLine(news.advertiser)
  if (news.event === 'invoice_overdue') {
    const unpaid = amountText(news.unpaid, news.currency_code, words)
    return fundsNews.invoice_overdue(advertiser, { number: news.number, unpaid, due: dayText(news.due_on, words) })
  }
  if (news.event === 'card_expires') {
    const card = `${brandName(news.brand)} ${news.last_four}`
    return fundsNews.card_expires(advertiser, { card, day: dayText(news.expires_on, words) })
  }
  const over = amountText(news.over, news.currency_code, words)
  return fundsNews[news.event](advertiser, { campaign: oneLine(news.campaign), over, by: oneLine(news.by) })
}

/** News of an advertiser's funds. */
export function fundsNewsLetter(to: Reader, news: FundsNews, link: string): MailContent {
  const words = wordsIn(to.locale)
  const { subject, before } = fundsNewsText(news, words)
  return letterOf('funds', to, { subject: subjectLine(subject), before, after: words.sentOnce }, link)
}
