import type { LetterWords, NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => `${campaign} of ${advertiser} ${short}${more}.`,
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'its file is too big for a mail. Add a filter, or choose a shorter range of days.',
  too_slow: 'it takes too long to make. Add a filter, or choose a shorter range of days.',
  refused: 'what it asks cannot be answered any more. Open it, and it says what to change.',
}

export const english: LetterWords = {
  locale: 'en-US',
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  invitation: {
    subject: 'Set up your Placard account',
    before: 'an account on Placard was made for you. Choose a password here:',
    after: 'The link works once, for seven days. If it has expired, ask your administrator to send it again.',
  },
  welcome: {
    subject: 'Your Placard account is ready',
    before: 'an account on Placard was made for you. Sign in with the account of your organization:',
  },
  confirmation: (client) => ({
    subject: 'Confirm your Placard account',
    before: `somebody signed up with ${client} on Placard with this address. Confirm it here:`,
    after: 'The link works once, for seven days. If it was not you, there is nothing to do: without the link nobody can sign in.',
  }),
  known: {
    subject: 'You have a Placard account already',
    before:
      'somebody wanted to sign up on Placard with this address, and you have an account already. Sign in, or choose a new password, here:',
    after: 'If it was not you, nothing has changed and there is nothing to do.',
  },
  reset: {
    subject: 'Choose a new Placard password',
    before: 'somebody asked for a new password for this address. Choose it here:',
    after: 'The link works once, for one hour. If it was not you, nothing has changed and there is nothing to do.',
  },
  changed: {
    subject: 'Your Placard password was changed',
    before:
      'the password of your account was just changed, and you were signed out everywhere.\n\nIf it was not you, choose a new one at once and tell your administrator:',
  },
  stopped: {
    ad_group_status: () => 'none of its ad groups is active',
    no_entities: () => 'it has nothing to show',
    bid_below_minimum: (amount) => `its bids are below the minimum${amount && ` of ${amount}`}`,
    no_funds: () => 'no funds are left',
    spend_limit: (amount) => `the spend limit${amount && ` of ${amount}`} is reached`,
    insertion_order: () => 'its insertion order is not approved, or used up',
  },
  stoppedSomehow: 'something keeps it from that',
  news: {
    approved: saying('was approved'),
    denied: (comment) => saying('was rejected', comment && `: ${comment}`),
    runsOut: (day) => saying(`will have nothing left to spend on ${day}, earlier than planned`),
    usedUp: saying('has used up its budget before its last day and is not shown until there is more'),
    stopped: (why) => saying('is no longer shown', `: ${why}`),
  },
  someDay: 'one of the next days',
  several: (count) => `${count} campaigns have news`,
  toldOnce: 'You are told this once, until it changes. Which mails you get is up to you: open your account in the console.',
  report: {
    subject: (about, isTest) => `${isTest ? 'Test: ' : ''}${about}`,
    attached: (about, rows, count) => `${about}: the report is attached, with ${count} ${rows === 1 ? 'row' : 'rows'}.`,
    asItIsNow: 'The report as it is now:',
    becauseTest: 'This is the test that you asked for; nobody else has got it.',
    becauseScheduled: 'You get this because somebody who keeps this report has put your address into its schedule.',
    stopped: (name, why) => ({
      subject: `${name} is no longer mailed`,
      before: `the report ${name} is no longer mailed: ${
        {
          owner_gone: 'its owner has left, or may no longer read it.',
          nothing_seen: 'its owner no longer sees the advertisers that it is about.',
          ...unmade,
          given_up: 'it could not be made, tried again and again. Open it, and see whether it answers.',
          no_zone: 'its time zone is not known here. Choose another.',
          outside_most: 'it goes to more people without an account than may be written to in a day. Invite them, or name fewer.',
          mail_refused: 'the mail server refuses its addresses. Check them.',
          mail_given_up: 'its mails could not be sent, tried again and again. Ask whoever runs this platform about its mail server.',
        }[why]
      } Its schedule is paused:`,
    }),
    unmade: (name, why) => ({
      subject: `The test of ${name} could not be made`,
      before: `the report ${name} could not be mailed as a test: ${
        {
          nothing_seen: 'you do not see the advertisers that it is about.',
          ...unmade,
        }[why]
      } This is the report:`,
    }),
  },
}
