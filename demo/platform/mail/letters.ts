import type { ServingGate } from '../../../src/contract/serving.ts'
import type { CampaignNews } from './campaign-alerts.ts'

/** What is written to somebody, and the address that it is about. */
export interface Letter {
  readonly purpose: 'invitation' | 'sign-up' | 'reset' | 'changed' | 'alert' | 'report'
  readonly subject: string
  readonly text: string
  readonly link: string
}

export const greeting = (name: string) => (name ? `Hello ${name.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 80)},` : 'Hello,')
export const lines = (...all: readonly string[]) => `${all.join('\n\n')}\n`

export const invitation = (name: string, link: string): Letter => ({
  purpose: 'invitation',
  subject: 'Set up your Placard account',
  link,
  text: lines(
    greeting(name),
    'an account on Placard was made for you. Choose a password here:',
    link,
    'The link works once, for seven days. If it has expired, ask your administrator to send it again.',
  ),
})

/** Where people sign in elsewhere there is no password to choose. */
export const welcomeLetter = (name: string, link: string): Letter => ({
  purpose: 'invitation',
  subject: 'Your Placard account is ready',
  link,
  text: lines(greeting(name), 'an account on Placard was made for you. Sign in with the account of your organization:', link),
})

export const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 80)

export const confirmation = (name: string, client: string, link: string): Letter => ({
  purpose: 'sign-up',
  subject: 'Confirm your Placard account',
  link,
  text: lines(
    greeting(name),
    `somebody signed up with ${oneLine(client)} on Placard with this address. Confirm it here:`,
    link,
    'The link works once, for seven days. If it was not you, there is nothing to do: without the link nobody can sign in.',
  ),
})

export const known = (name: string, link: string): Letter => ({
  purpose: 'sign-up',
  subject: 'You have a Placard account already',
  link,
  text: lines(
    greeting(name),
    'somebody wanted to sign up on Placard with this address, and you have an account already. Sign in, or choose a new password, here:',
    link,
    'If it was not you, nothing has changed and there is nothing to do.',
  ),
})

export const reset = (name: string, link: string): Letter => ({
  purpose: 'reset',
  subject: 'Choose a new Placard password',
  link,
  text: lines(
    greeting(name),
    'somebody asked for a new password for this address. Choose it here:',
    link,
    'The link works once, for one hour. If it was not you, nothing has changed and there is nothing to do.',
  ),
})

export const changed = (name: string, link: string): Letter => ({
  purpose: 'changed',
  subject: 'Your Placard password was changed',
  link,
  text: lines(
    greeting(name),
    'the password of your account was just changed, and you were signed out everywhere.',
    'If it was not you, choose a new one at once and tell your administrator:',
    link,
  ),
})

/** Why something is not shown, in the words of a letter. */
const stopped: Readonly<Partial<Record<ServingGate, string>>> = {
  ad_group_status: 'none of its ad groups is active',
  no_entities: 'it has nothing to show',
  bid_below_minimum: 'its bids are below the lowest that is taken',
  no_funds: 'no funds are left',
  spend_limit: 'the spend limit is reached',
  insertion_order: 'its insertion order is not approved, or used up',
}

function newsLine({ code, gate, day, comment }: CampaignNews): string {
  if (code === 'review_denied') return comment ? `was rejected: ${comment.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300)}` : 'was rejected'
  if (code === 'runs_out_early') return `will have nothing left to spend on ${day ?? 'one of the next days'}, earlier than planned`
  return `is no longer shown: ${(gate && stopped[gate]) || 'something keeps it from that'}`
}

/** What is new of somebody's campaigns, each with its address; the one link is that of the first. */
export function campaignLetter(name: string, news: readonly CampaignNews[], addressOf: (one: CampaignNews) => string): Letter | undefined {
  const [first] = news
  if (!first) return undefined
  const about = news.length > 1 ? `${news.length} campaigns need a look` : `${oneLine(first.name)} ${newsLine(first).split(':')[0]}`
  return {
    purpose: 'alert',
    subject: about.slice(0, 150),
    link: addressOf(first),
    text: lines(
      greeting(name),
      ...news.map((one) => `${oneLine(one.name)} of ${oneLine(one.advertiser)} ${newsLine(one)}.\n${addressOf(one)}`),
      'You are told this once, until it is mended. Which mails you get is up to you: open your account in the console.',
    ),
  }
}
