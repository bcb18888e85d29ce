import { endSentence, type LetterWords, type NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => endSentence(`${campaign} von ${advertiser} ${short}${more}`, '.'),
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'Die Datei ist zu groß für eine E-Mail. Fügen Sie einen Filter hinzu oder wählen Sie einen kürzeren Zeitraum.',
  too_slow: 'Der Bericht dauert zu lange. Fügen Sie einen Filter hinzu oder wählen Sie einen kürzeren Zeitraum.',
  refused: 'Die Einstellungen des Berichts sind nicht mehr gültig. Öffnen Sie ihn, um zu sehen, was zu ändern ist.',
}

export const german: LetterWords = {
  locale: 'de',
  hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  invitation: {
    subject: 'Richten Sie Ihr Placard-Konto ein',
    before: 'für Sie wurde ein Konto bei Placard angelegt. Wählen Sie hier ein Passwort:',
    after:
      'Der Link kann einmal verwendet werden und läuft nach sieben Tagen ab. Ist er abgelaufen, bitten Sie Ihren Administrator um einen neuen.',
  },
  welcome: {
    subject: 'Ihr Placard-Konto ist bereit',
    before: 'für Sie wurde ein Konto bei Placard angelegt. Melden Sie sich mit dem Konto Ihrer Organisation an:',
  },
  confirmation: (client) => ({
    subject: 'Bestätigen Sie Ihr Placard-Konto',
    before: `mit dieser E-Mail-Adresse wurde bei ${client} auf Placard ein Konto registriert. Bestätigen Sie es hier:`,
    after:
      'Der Link kann einmal verwendet werden und läuft nach sieben Tagen ab. Waren Sie es nicht, ignorieren Sie diese E-Mail: Ohne den Link kann sich niemand anmelden.',
  }),
  known: {
    subject: 'Sie haben bereits ein Placard-Konto',
    before:
      'mit dieser E-Mail-Adresse sollte ein Placard-Konto registriert werden, Sie haben aber bereits eines. Melden Sie sich hier an oder wählen Sie ein neues Passwort:',
    after: 'Waren Sie es nicht, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
  },
  reset: {
    subject: 'Wählen Sie ein neues Placard-Passwort',
    before: 'für diese E-Mail-Adresse wurde ein neues Passwort angefordert. Wählen Sie es hier:',
    after:
      'Der Link kann einmal verwendet werden und läuft nach einer Stunde ab. Waren Sie es nicht, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
  },
  changed: {
    subject: 'Ihr Placard-Passwort wurde geändert',
    before:
      'Ihr Passwort wurde geändert, und Sie wurden überall abgemeldet.\n\nWaren Sie es nicht, wählen Sie sofort ein neues Passwort und wenden Sie sich an Ihren Administrator:',
  },
  stopped: {
    ad_group_status: () => 'keine aktive Anzeigengruppe',
    no_entities: () => 'nichts zu bewerben',
    bid_below_minimum: (amount) => `Gebote unter dem Mindestgebot${amount && ` von ${amount}`}`,
    no_funds: () => 'kein Guthaben mehr',
    spend_limit: (amount) => `Ausgabenlimit${amount && ` von ${amount}`} erreicht`,
    insertion_order: () => 'Insertionsauftrag nicht genehmigt, aufgebraucht oder außerhalb seiner Laufzeit',
  },
  stoppedSomehow: 'öffnen Sie die Kampagne, um den Grund zu sehen',
  news: {
    approved: saying('wurde genehmigt'),
    denied: (comment) => saying('wurde abgelehnt', comment && `: ${comment}`),
    runsOut: (day, limit) => {
      if (limit === 'funds')
        return saying(`hat voraussichtlich am ${day} kein Guthaben mehr, früher als geplant`, '. Laden Sie Guthaben auf, um fortzufahren')
      if (limit === 'spend_limit') return saying(`erreicht voraussichtlich am ${day} das Ausgabenlimit, früher als geplant`)
      if (limit === 'insertion_order')
        return saying(`hat ihren Insertionsauftrag voraussichtlich am ${day} aufgebraucht, früher als geplant`)
      return saying(`hat ihr Budget voraussichtlich am ${day} aufgebraucht, früher als geplant`)
    },
    usedUp: saying(
      'hat ihr Budget vor dem Enddatum aufgebraucht und wird nicht mehr ausgeliefert',
      '. Erhöhen Sie das Budget, um fortzufahren',
    ),
    stopped: (why) => saying('wird nicht mehr ausgeliefert', `: ${why}`),
  },
  someDay: 'einem der nächsten Tage',
  several: (count) => `Neues von ${count} Kampagnen`,
  sentOnce: 'Sie erhalten diese E-Mail einmal pro Änderung. Ihre E-Mail-Benachrichtigungen ändern Sie in Ihrem Konto in der Konsole.',
  order: {
    waiting: ({ order, version, by }, since, isApproved) => ({
      subject: `${order} wartet auf Ihre Genehmigung`,
      before: `${by} hat Version ${version} des Insertionsauftrags ${order} ${isApproved ? 'genehmigt' : 'eingereicht'}.${
        since && ` Sie wartet seit dem ${since}.`
      } Prüfen und genehmigen Sie sie hier:`,
    }),
    approved: ({ order, version, by }, isInForce) => ({
      subject: isInForce ? `${order} wurde genehmigt` : `${order} wurde von einer Seite genehmigt`,
      before: `${by} hat Version ${version} des Insertionsauftrags ${order} genehmigt. ${
        isInForce ? 'Sie gilt ab sofort' : 'Die Genehmigung der anderen Seite fehlt noch'
      }. Auftrag ansehen:`,
    }),
    closed: ({ order, by }, reason) => ({
      subject: `${order} wurde geschlossen`,
      before: `${endSentence(`${by} hat den Insertionsauftrag ${order} geschlossen${reason && `: ${reason}`}`, '.')} Auftrag ansehen:`,
    }),
    ended: ({ order, version }, cause, { total, end }) => ({
      subject: `${order} ist beendet`,
      before: `Der Insertionsauftrag ${order} ist beendet, weil ${
        { days: 'sein Enddatum vorbei ist', total: 'seine Gesamtsumme ausgegeben ist' }[cause]
      }. Version ${version}, die auf Genehmigung wartete, wurde verworfen: Gesamtsumme ${total}, Enddatum ${end}. Kopieren Sie den Auftrag, um fortzufahren:`,
    }),
  },
  rebill: {
    switched_off: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} ist ausgeschaltet`,
      before: `Drei Abbuchungen in Folge wurden abgelehnt, deshalb wurde die automatische Aufladung von ${advertiser} ausgeschaltet. Verfügbar sind ${available}. Wählen Sie eine andere Zahlungsmethode und schalten Sie sie wieder ein:`,
    }),
    month_used_up: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} hat den Höchstbetrag des Monats erreicht`,
      before: `Die automatische Aufladung von ${advertiser} hat ihren Höchstbetrag für diesen Monat erreicht. Verfügbar sind ${available}. Erhöhen Sie den Höchstbetrag oder fügen Sie Guthaben hinzu:`,
    }),
    day_used_up: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} hat den Höchstbetrag des Tages erreicht`,
      before: `Die Zahlungen von ${advertiser} haben den Höchstbetrag für heute erreicht, deshalb bucht die automatische Aufladung heute nicht mehr ab. Morgen bucht sie wieder ab. Verfügbar sind ${available}. Automatische Aufladung ansehen:`,
    }),
    above_new_method: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} ist durch eine neue Zahlungsmethode begrenzt`,
      before: `Eine Zahlungsmethode zahlt in den ersten 24 Stunden nur einen begrenzten Betrag, deshalb konnte die automatische Aufladung von ${advertiser} nicht den ganzen Betrag abbuchen. Verfügbar sind ${available}. Wählen Sie eine andere Zahlungsmethode oder fügen Sie Guthaben hinzu:`,
    }),
    below_minimum: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} konnte nicht abbuchen`,
      before: `Die automatische Aufladung von ${advertiser} konnte nicht abbuchen, weil der Betrag unter dem Mindestbetrag einer Zahlung liegt. Verfügbar sind ${available}. Ändern Sie die Beträge oder fügen Sie Guthaben hinzu:`,
    }),
    spend_limit: (advertiser, available) => ({
      subject: `Automatische Aufladung von ${advertiser} bucht nicht ab`,
      before: `Das Ausgabenlimit von ${advertiser} stoppt die Kampagnen, bevor das Guthaben endet, deshalb bucht die automatische Aufladung nicht ab. Verfügbar sind ${available}. Lassen Sie das Limit erhöhen oder eine Rechnung bezahlen. Automatische Aufladung ansehen:`,
    }),
  },
  expiring: (advertiser, amount, day) => ({
    subject: `${amount} von ${advertiser} verfallen am ${day}`,
    before: `Vom Guthaben von ${advertiser} verfallen ${amount} am Ende des ${day}, wenn Kampagnen sie nicht vorher ausgeben. Kontostand ansehen:`,
  }),
  fundsNews: {
    card_expires: (advertiser, { card, day }) => ({
      subject: `Die Karte der automatischen Aufladung von ${advertiser} läuft am ${day} ab`,
      before: `Die automatische Aufladung von ${advertiser} bucht von ${card} ab; diese Karte läuft am ${day} ab. Wählen Sie eine andere Zahlungsart, oder geben Sie das neue Ablaufdatum der Karte ein:`,
    }),
    spend_order_asked: (advertiser, { campaign, over, by }) => ({
      subject: `${advertiser} bittet um ${over} über dem Ausgabenlimit`,
      before: `${by || advertiser} bittet Sie, ${over} über dem Ausgabenlimit von ${advertiser} für die Kampagne ${campaign} zu genehmigen. Hier prüfen:`,
    }),
    spend_order_approved: (advertiser, { campaign, over, by }) => ({
      subject: `${over} über dem Ausgabenlimit von ${advertiser} wurden genehmigt`,
      before: `${by} hat ${over} über dem Ausgabenlimit von ${advertiser} für die Kampagne ${campaign} genehmigt. Ausgabenlimit ansehen:`,
    }),
    spend_order_closed: (advertiser, { campaign, over, by }) => ({
      subject: `${over} über dem Ausgabenlimit von ${advertiser} wurden nicht genehmigt`,
      before: `${by} hat ${over} über dem Ausgabenlimit von ${advertiser} für die Kampagne ${campaign} nicht genehmigt. Die Kampagne wird bis zum Limit ausgeliefert. Ausgabenlimit ansehen:`,
    }),
    invoice_overdue: (advertiser, { number, unpaid, due }) => ({
      subject: `Rechnung ${number} von ${advertiser} ist überfällig`,
      before: `Die Rechnung ${number} von ${advertiser} war am ${due} fällig, und ${unpaid} sind nicht bezahlt. Rechnung ansehen:`,
    }),
  },
  report: {
    subject: (about, isTest) => `${isTest ? 'Test: ' : ''}${about}`,
    attached: (about, rows, count) => `${about}: Der Bericht ist angehängt (${count} ${rows === 1 ? 'Zeile' : 'Zeilen'}).`,
    asItIsNow: 'Aktuellen Bericht ansehen:',
    becauseTest: 'Dies ist der Test, den Sie angefordert haben. Sonst hat ihn niemand erhalten.',
    becauseScheduled: 'Sie erhalten diese E-Mail, weil Sie Empfänger im Zeitplan dieses Berichts sind.',
    stopped: (name, why) => ({
      subject: `Geplanter Versand von ${name} gestoppt`,
      before: `der geplante Versand des Berichts ${name} wurde gestoppt: ${
        {
          owner_gone: 'Das Konto des Eigentümers wurde entfernt oder hat keinen Zugriff mehr auf den Bericht.',
          nothing_seen: 'Der Eigentümer hat keinen Zugriff mehr auf die Werbekunden des Berichts.',
          ...unmade,
          given_up: 'Der Bericht ist nach mehreren Versuchen fehlgeschlagen. Öffnen Sie ihn und prüfen Sie, ob er geladen wird.',
          no_zone: 'Die Zeitzone wird nicht unterstützt. Wählen Sie eine andere.',
          outside_most:
            'Es gibt mehr Empfänger ohne Konto, als das Tageslimit erlaubt. Laden Sie sie ein oder verringern Sie die Zahl der Empfänger.',
          mail_refused: 'Der Mailserver hat die Empfängeradressen abgelehnt. Prüfen Sie sie.',
          mail_given_up:
            'Die E-Mails konnten nach mehreren Versuchen nicht gesendet werden. Bitten Sie den Betreiber der Plattform, den Mailserver zu prüfen.',
        }[why]
      } Der Zeitplan ist pausiert:`,
    }),
    unmade: (name, why) => ({
      subject: `Der Test von ${name} konnte nicht gesendet werden`,
      before: `der Test des Berichts ${name} konnte nicht gesendet werden: ${
        {
          nothing_seen: 'Sie haben keinen Zugriff auf die Werbekunden des Berichts.',
          ...unmade,
        }[why]
      } Bericht öffnen:`,
    }),
  },
}
