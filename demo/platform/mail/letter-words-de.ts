import type { LetterWords, NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => `${campaign} von ${advertiser} ${short}${more}.`,
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'Seine Datei ist zu groß für eine E-Mail. Fügen Sie einen Filter hinzu oder wählen Sie weniger Tage.',
  too_slow: 'Es dauert zu lange, ihn zu machen. Fügen Sie einen Filter hinzu oder wählen Sie weniger Tage.',
  refused: 'Was er fragt, lässt sich nicht mehr beantworten. Öffnen Sie ihn, dann sagt er, was zu ändern ist.',
}

export const german: LetterWords = {
  locale: 'de',
  hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  invitation: {
    subject: 'Richten Sie Ihr Placard-Konto ein',
    before: 'für Sie wurde ein Konto bei Placard angelegt. Wählen Sie hier ein Passwort:',
    after: 'Der Link gilt einmal und sieben Tage lang. Ist er abgelaufen, bitten Sie Ihren Administrator, ihn noch einmal zu senden.',
  },
  welcome: {
    subject: 'Ihr Placard-Konto ist bereit',
    before: 'für Sie wurde ein Konto bei Placard angelegt. Melden Sie sich mit dem Konto Ihrer Organisation an:',
  },
  confirmation: (client) => ({
    subject: 'Bestätigen Sie Ihr Placard-Konto',
    before: `mit dieser Adresse hat sich jemand bei ${client} auf Placard registriert. Bestätigen Sie das hier:`,
    after: 'Der Link gilt einmal und sieben Tage lang. Waren Sie es nicht, ist nichts zu tun: Ohne den Link kann sich niemand anmelden.',
  }),
  known: {
    subject: 'Sie haben schon ein Placard-Konto',
    before:
      'mit dieser Adresse wollte sich jemand bei Placard registrieren, und Sie haben schon ein Konto. Melden Sie sich hier an, oder wählen Sie ein neues Passwort:',
    after: 'Waren Sie es nicht, hat sich nichts geändert und es ist nichts zu tun.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Placard-Passwort',
    before: 'für diese Adresse hat jemand ein neues Passwort verlangt. Wählen Sie es hier:',
    after: 'Der Link gilt einmal und eine Stunde lang. Waren Sie es nicht, hat sich nichts geändert und es ist nichts zu tun.',
  },
  changed: {
    subject: 'Ihr Placard-Passwort wurde geändert',
    before:
      'das Passwort Ihres Kontos wurde gerade geändert, und Sie wurden überall abgemeldet.\n\nWaren Sie es nicht, wählen Sie sofort ein neues und sagen Sie es Ihrem Administrator:',
  },
  stopped: {
    ad_group_status: () => 'keine ihrer Anzeigengruppen ist aktiv',
    no_entities: () => 'sie enthält nichts, was gezeigt werden kann',
    bid_below_minimum: (amount) => `ihre Gebote liegen unter dem Minimum${amount && ` von ${amount}`}`,
    no_funds: () => 'es ist kein Guthaben mehr da',
    spend_limit: (amount) => `das Ausgabenlimit${amount && ` von ${amount}`} ist erreicht`,
    insertion_order: () => 'ihr Auftrag ist nicht genehmigt oder aufgebraucht',
  },
  stoppedSomehow: 'etwas hält sie davon ab',
  news: {
    approved: saying('wurde genehmigt'),
    denied: (comment) => saying('wurde abgelehnt', comment && `: ${comment}`),
    runsOut: (day) => saying(`hat am ${day} nichts mehr auszugeben, früher als geplant`),
    usedUp: saying('hat das Budget vor dem letzten Tag aufgebraucht und wird nicht gezeigt, bis es mehr gibt'),
    stopped: (why) => saying('wird nicht mehr gezeigt', `: ${why}`),
  },
  someDay: 'einem der nächsten Tage',
  several: (count) => `Neues von ${count} Kampagnen`,
  toldOnce:
    'Das wird Ihnen einmal gesagt, bis es sich ändert. Welche Mails Sie bekommen, bestimmen Sie: Öffnen Sie Ihr Konto in der Konsole.',
  report: {
    subject: (about, isTest) => `${isTest ? 'Test: ' : ''}${about}`,
    attached: (about, rows, count) => `${about}: Der Bericht liegt bei, mit ${count} ${rows === 1 ? 'Zeile' : 'Zeilen'}.`,
    asItIsNow: 'Der Bericht, wie er jetzt ist:',
    becauseTest: 'Das ist der Test, den Sie verlangt haben; niemand sonst hat ihn bekommen.',
    becauseScheduled: 'Sie bekommen das, weil jemand, der diesen Bericht führt, Ihre Adresse in dessen Zeitplan eingetragen hat.',
    stopped: (name, why) => ({
      subject: `${name} wird nicht mehr verschickt`,
      before: `der Bericht ${name} wird nicht mehr verschickt: ${
        {
          owner_gone: 'Die Person, der er gehört, ist nicht mehr da oder darf ihn nicht mehr lesen.',
          nothing_seen: 'Die Person, der er gehört, sieht die Werbetreibenden nicht mehr, um die es geht.',
          ...unmade,
          given_up: 'Er ließ sich auch nach mehreren Versuchen nicht machen. Öffnen Sie ihn und sehen Sie, ob er antwortet.',
          no_zone: 'Seine Zeitzone ist hier nicht bekannt. Wählen Sie eine andere.',
          outside_most:
            'Er geht an mehr Menschen ohne Konto, als am Tag angeschrieben werden dürfen. Laden Sie sie ein oder nennen Sie weniger.',
          mail_refused: 'Der Mailserver lehnt seine Adressen ab. Prüfen Sie sie.',
          mail_given_up:
            'Seine Mails ließen sich auch nach mehreren Versuchen nicht verschicken. Fragen Sie die Betreiber dieser Plattform nach ihrem Mailserver.',
        }[why]
      } Sein Zeitplan ist angehalten:`,
    }),
    unmade: (name, why) => ({
      subject: `Der Test von ${name} war nicht möglich`,
      before: `der Bericht ${name} konnte nicht als Test verschickt werden: ${
        {
          nothing_seen: 'Sie sehen die Werbetreibenden nicht, um die es geht.',
          ...unmade,
        }[why]
      } Hier ist der Bericht:`,
    }),
  },
}
