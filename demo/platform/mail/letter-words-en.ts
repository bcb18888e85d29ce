import { endSentence, type LetterWords, type NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => endSentence(`${campaign} of ${advertiser} ${short}${more}`, '.'),
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'the file is too large to email. Add a filter or choose a shorter date range.',
  too_slow: 'the report takes too long. Add a filter or choose a shorter date range.',
  refused: 'the report’s settings are no longer valid. Open it to see what to change.',
}

export const english: LetterWords = {
  locale: 'en-US',
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  invitation: {
    subject: 'Set up your Placard account',
    before: 'An account on Placard was created for you. Choose a password here:',
    after: 'The link can be used once and expires in seven days. If it has expired, ask your administrator for a new one.',
  },
  welcome: {
    subject: 'Your Placard account is ready',
    before: 'An account on Placard was created for you. Sign in with your organization’s account:',
  },
  confirmation: (client) => ({
    subject: 'Confirm your Placard account',
    before: `This email address was used to sign up with ${client} on Placard. Confirm it here:`,
    after:
      'The link can be used once and expires in seven days. If this wasn’t you, ignore this email: without the link, no one can sign in.',
  }),
  known: {
    subject: 'You already have a Placard account',
    before: 'This email address was used to sign up on Placard, but you already have an account. Sign in or choose a new password here:',
    after: 'If this wasn’t you, ignore this email. Nothing has changed.',
  },
  reset: {
    subject: 'Choose a new Placard password',
    before: 'A new password was requested for this email address. Choose it here:',
    after: 'The link can be used once and expires in one hour. If this wasn’t you, ignore this email. Nothing has changed.',
  },
  changed: {
    subject: 'Your Placard password was changed',
    before:
      'Your password was changed, and you were signed out everywhere.\n\nIf this wasn’t you, choose a new password now and contact your administrator:',
  },
  stopped: {
    ad_group_status: () => 'no active ad group',
    no_entities: () => 'nothing to advertise',
    bid_below_minimum: (amount) => `bids below the minimum${amount && ` of ${amount}`}`,
    no_funds: () => 'no funds left',
    spend_limit: (amount) => `spend limit${amount && ` of ${amount}`} reached`,
    insertion_order: () => 'insertion order not approved, used up, or outside its days',
  },
  stoppedSomehow: 'open the campaign to see why',
  news: {
    approved: saying('was approved'),
    denied: (comment) => saying('was rejected', comment && `: ${comment}`),
    runsOut: (day, limit) => {
      if (limit === 'funds') return saying(`runs out of funds on ${day}, earlier than planned`, '. Add funds to continue')
      if (limit === 'spend_limit') return saying(`reaches the spend limit on ${day}, earlier than planned`)
      if (limit === 'insertion_order') return saying(`uses up its insertion order on ${day}, earlier than planned`)
      return saying(`runs out of budget on ${day}, earlier than planned`)
    },
    usedUp: saying('used up its budget before its end date and stopped serving', '. Increase the budget to continue'),
    stopped: (why) => saying('stopped serving', `: ${why}`),
  },
  someDay: 'one of the coming days',
  several: (count) => `Updates on ${count} campaigns`,
  sentOnce: 'You get this email once per change. To change your email notifications, open your account in the console.',
  order: {
    waiting: ({ order, version, by }, since, isApproved) => ({
      subject: `${order} is waiting for your approval`,
      before: `${by} ${isApproved ? 'approved' : 'submitted'} version ${version} of the insertion order ${order}.${
        since && ` It has been waiting since ${since}.`
      } Review and approve it here:`,
    }),
    approved: ({ order, version, by }, isInForce) => ({
      subject: isInForce ? `${order} was approved` : `${order} was approved by one side`,
      before: `${by} approved version ${version} of the insertion order ${order}. ${
        isInForce ? 'It is now in force' : 'The approval of the other side is missing'
      }. View the order:`,
    }),
    closed: ({ order, by }, reason) => ({
      subject: `${order} was closed`,
      before: `${endSentence(`${by} closed the insertion order ${order}${reason && `: ${reason}`}`, '.')} View the order:`,
    }),
    ended: ({ order, version }, cause, { total, end }) => ({
      subject: `${order} has ended`,
      before: `The insertion order ${order} has ended because ${
        { days: 'its end date has passed', total: 'its total is spent' }[cause]
      }. Version ${version}, which was waiting for approval, was dropped: total ${total}, end date ${end}. To continue, copy the order:`,
    }),
  },
  rebill: {
    switched_off: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} is off`,
      before: `Three charges in a row were declined, so the auto-rebill of ${advertiser} was switched off. ${available} are available. Choose another payment method and switch it on again:`,
    }),
    month_used_up: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} has reached its monthly maximum`,
      before: `The auto-rebill of ${advertiser} has reached its maximum for this month. ${available} are available. Raise the maximum or add funds:`,
    }),
    day_used_up: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} has reached the daily maximum`,
      before: `The payments of ${advertiser} have reached the maximum for today, so its auto-rebill cannot charge more today. It charges again tomorrow. ${available} are available. View the auto-rebill:`,
    }),
    above_new_method: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} is limited by a new payment method`,
      before: `A payment method pays a limited amount in its first 24 hours, so the auto-rebill of ${advertiser} could not charge the whole amount. ${available} are available. Choose another payment method or add funds:`,
    }),
    below_minimum: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} could not charge`,
      before: `The auto-rebill of ${advertiser} could not charge, because the amount is below the minimum for a payment. ${available} are available. Change its amounts or add funds:`,
    }),
    spend_limit: (advertiser, available) => ({
      subject: `Auto-rebill of ${advertiser} does not charge`,
      before: `The spend limit of ${advertiser} stops its campaigns before its funds end, so its auto-rebill does not charge. ${available} are available. Have the limit raised or an invoice paid; view the auto-rebill:`,
    }),
  },
  expiring: (advertiser, amount, day) => ({
    subject: `${amount} of ${advertiser} expires on ${day}`,
    before: `${amount} of the funds of ${advertiser} expires at the end of ${day} unless campaigns spend it before. View the balance:`,
  }),
  fundsNews: {
    card_expires: (advertiser, { card, day }) => ({
      subject: `The card of the auto-rebill of ${advertiser} expires on ${day}`,
      before: `The auto-rebill of ${advertiser} charges ${card}, which expires on ${day}. Choose another payment method, or enter the new expiry date of the card:`,
    }),
    spend_order_asked: (advertiser, { campaign, over, by }) => ({
      subject: `${advertiser} asks for ${over} above its spend limit`,
      before: `${by || advertiser} asks you to approve ${over} above the spend limit of ${advertiser}, for the campaign ${campaign}. Review it here:`,
    }),
    spend_order_approved: (advertiser, { campaign, over, by }) => ({
      subject: `${over} above the spend limit of ${advertiser} was approved`,
      before: `${by} approved ${over} above the spend limit of ${advertiser}, for the campaign ${campaign}. View the spend limit:`,
    }),
    spend_order_closed: (advertiser, { campaign, over, by }) => ({
      subject: `${over} above the spend limit of ${advertiser} was not approved`,
      before: `${by} did not approve ${over} above the spend limit of ${advertiser}, for the campaign ${campaign}. The campaign serves up to the limit. View the spend limit:`,
    }),
    invoice_overdue: (advertiser, { number, unpaid, due }) => ({
      subject: `Invoice ${number} of ${advertiser} is overdue`,
      before: `Invoice ${number} of ${advertiser} was due on ${due}, and ${unpaid} are not paid. View the invoice:`,
    }),
  },
  report: {
    subject: (about, isTest) => `${isTest ? 'Test: ' : ''}${about}`,
    attached: (about, rows, count) => `${about}: the report is attached, with ${count} ${rows === 1 ? 'row' : 'rows'}.`,
    asItIsNow: 'View the current report:',
    becauseTest: 'This is the test you requested. No one else received it.',
    becauseScheduled: 'You get this email because you are a recipient of this report’s schedule.',
    stopped: (name, why) => ({
      subject: `Scheduled emails of ${name} stopped`,
      before: `The scheduled emails of the report ${name} stopped: ${
        {
          owner_gone: 'the owner’s account was removed or lost access to the report.',
          nothing_seen: 'the owner no longer has access to the report’s advertisers.',
          ...unmade,
          given_up: 'the report failed after several attempts. Open it to check whether it loads.',
          no_zone: 'the time zone is not supported. Choose another one.',
          outside_most: 'there are more recipients without an account than the daily limit allows. Invite them or reduce recipients.',
          mail_refused: 'the mail server rejected the recipient addresses. Check them.',
          mail_given_up: 'the emails could not be sent after several attempts. Ask the platform operator to check the mail server.',
        }[why]
      } The schedule is paused:`,
    }),
    unmade: (name, why) => ({
      subject: `The test of ${name} could not be sent`,
      before: `The test of the report ${name} could not be sent: ${
        {
          nothing_seen: 'you don’t have access to the report’s advertisers.',
          ...unmade,
        }[why]
      } Open the report:`,
    }),
  },
}
