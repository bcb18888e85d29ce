import { endSentence, type LetterWords, type NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => endSentence(`${advertiser} の ${campaign} ${short}${more}`, '。'),
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'ファイルが大きすぎてメールで送れません。フィルターを追加するか、期間を短くしてください。',
  too_slow: 'レポートの作成に時間がかかりすぎます。フィルターを追加するか、期間を短くしてください。',
  refused: 'レポートの設定が無効になりました。開いて、変更が必要な箇所を確認してください。',
}

export const japanese: LetterWords = {
  locale: 'ja',
  hello: (name) => (name ? `${name} 様` : 'こんにちは。'),
  invitation: {
    subject: 'Placard アカウントを設定してください',
    before: 'Placard のアカウントが作成されました。こちらでパスワードを設定してください：',
    after: 'リンクは7日間、1回だけ有効です。期限が切れている場合は、管理者に再送を依頼してください。',
  },
  welcome: {
    subject: 'Placard アカウントの準備ができました',
    before: 'Placard のアカウントが作成されました。組織のアカウントでサインインしてください：',
  },
  confirmation: (client) => ({
    subject: 'Placard アカウントを確認してください',
    before: `このアドレスで Placard の ${client} に登録がありました。こちらで確認してください：`,
    after: 'リンクは7日間、1回だけ有効です。心当たりがない場合は、このメールを無視してください。リンクがなければ誰もサインインできません。',
  }),
  known: {
    subject: 'Placard アカウントはすでにあります',
    before:
      'このメールアドレスで Placard への登録がありましたが、アカウントはすでにあります。こちらでサインインするか、新しいパスワードを設定してください：',
    after: '心当たりがない場合は、このメールを無視してください。何も変更されていません。',
  },
  reset: {
    subject: 'Placard の新しいパスワードを設定してください',
    before: 'このメールアドレスで新しいパスワードの設定が依頼されました。こちらで設定してください：',
    after: 'リンクは1時間、1回だけ有効です。心当たりがない場合は、このメールを無視してください。何も変更されていません。',
  },
  changed: {
    subject: 'Placard のパスワードが変更されました',
    before:
      'パスワードが変更され、すべての端末からサインアウトされました。\n\n心当たりがない場合は、すぐに新しいパスワードを設定し、管理者に連絡してください：',
  },
  stopped: {
    ad_group_status: () => '有効な広告グループがありません',
    no_entities: () => '広告する対象がありません',
    bid_below_minimum: (amount) => `入札額が最低額${amount && `（${amount}）`}を下回っています`,
    no_funds: () => '残高がありません',
    spend_limit: (amount) => `支出上限${amount && `（${amount}）`}に達しました`,
    insertion_order: () => '広告掲載申込が未承認か、使い切られているか、期間外です',
  },
  stoppedSomehow: '理由はキャンペーンを開いて確認してください',
  news: {
    approved: saying('が承認されました'),
    denied: (comment) => saying('が却下されました', comment && `：${comment}`),
    runsOut: (day, limit) => {
      if (limit === 'funds') return saying(`は${day}に残高がなくなる見込みです（予定より早い）`, '。続けるには残高を追加してください')
      if (limit === 'spend_limit') return saying(`は${day}に支出上限に達する見込みです（予定より早い）`)
      if (limit === 'insertion_order') return saying(`は${day}に広告掲載申込の金額を使い切る見込みです（予定より早い）`)
      return saying(`は${day}に予算がなくなる見込みです（予定より早い）`)
    },
    usedUp: saying('は終了日より前に予算を使い切り、配信を停止しました', '。続けるには予算を増やしてください'),
    stopped: (why) => saying('の配信が停止しました', `：${why}`),
  },
  someDay: '数日中',
  several: (count) => `${count} 件のキャンペーンのお知らせ`,
  sentOnce: 'このメールは変更ごとに1回届きます。メール通知は、コンソールのアカウントで変更できます。',
  order: {
    waiting: ({ order, version, by }, since, isApproved) => ({
      subject: `${order} が承認待ちです`,
      before: `${by} さんが広告掲載申込 ${order} のバージョン ${version} を${isApproved ? '承認' : '提出'}しました。${
        since && `${since}から承認を待っています。`
      }こちらで確認して承認してください：`,
    }),
    approved: ({ order, version, by }, isInForce) => ({
      subject: isInForce ? `${order} が承認されました` : `${order} が一方に承認されました`,
      before: `${by} さんが広告掲載申込 ${order} のバージョン ${version} を承認しました。${
        isInForce ? '現在有効です' : 'もう一方の承認を待っています'
      }。申込を見る：`,
    }),
    closed: ({ order, by }, reason) => ({
      subject: `${order} がクローズされました`,
      before: `${endSentence(`${by} さんが広告掲載申込 ${order} をクローズしました${reason && `：${reason}`}`, '。')}申込を見る：`,
    }),
    ended: ({ order, version }, cause, { total, end }) => ({
      subject: `${order} が終了しました`,
      before: `広告掲載申込 ${order} は、${
        { days: '終了日を過ぎた', total: '総額を使い切った' }[cause]
      }ため終了しました。承認待ちだったバージョン ${version}（総額 ${total}、終了日 ${end}）は破棄されました。続けるには申込をコピーしてください：`,
    }),
  },
  rebill: {
    switched_off: (advertiser, available) => ({
      subject: `${advertiser}の自動チャージがオフになりました`,
      before: `3回続けて請求が拒否されたため、${advertiser}の自動チャージをオフにしました。利用可能額は${available}です。別の支払い方法を選択し、もう一度オンにしてください：`,
    }),
    month_used_up: (advertiser, available) => ({
      subject: `${advertiser}の自動チャージが今月の上限に達しました`,
      before: `${advertiser}の自動チャージが今月の上限に達しました。利用可能額は${available}です。上限を引き上げるか、残高を追加してください：`,
    }),
    day_used_up: (advertiser, available) => ({
      subject: `${advertiser}の自動チャージが1日の上限に達しました`,
      before: `${advertiser}の支払いが本日の上限に達したため、自動チャージは本日これ以上請求されません。明日から再開します。利用可能額は${available}です。自動チャージはこちらで確認できます：`,
    }),
    above_new_method: (advertiser, available) => ({
      subject: `新しい支払い方法のため、${advertiser}の自動チャージが制限されています`,
      before: `支払い方法は追加から24時間以内の請求額に上限があるため、${advertiser}の自動チャージは全額を請求できませんでした。利用可能額は${available}です。別の支払い方法を選択するか、残高を追加してください：`,
    }),
    below_minimum: (advertiser, available) => ({
      subject: `${advertiser}の自動チャージを請求できませんでした`,
      before: `金額が支払いの最低額を下回るため、${advertiser}の自動チャージを請求できませんでした。利用可能額は${available}です。金額を変更するか、残高を追加してください：`,
    }),
    spend_limit: (advertiser, available) => ({
      subject: `${advertiser}の自動チャージは請求されません`,
      before: `残高がなくなる前に支出上限によって${advertiser}のキャンペーンが停止するため、自動チャージは請求されません。利用可能額は${available}です。支出上限の引き上げ、または請求書の支払いをご検討ください。自動チャージはこちらで確認できます：`,
    }),
  },
  expiring: (advertiser, amount, day) => ({
    subject: `${advertiser}の${amount}が${day}に失効します`,
    before: `${advertiser}の資金のうち${amount}は、キャンペーンで使用されない場合、${day}の終わりに失効します。残高はこちらで確認できます:`,
  }),
  fundsNews: {
    card_expires: (advertiser, { card, day }) => ({
      subject: `${advertiser}の自動チャージのカードは${day}に有効期限が切れます`,
      before: `${advertiser}の自動チャージで請求する${card}は、${day}に有効期限が切れます。別の支払い方法を選択するか、カードの新しい有効期限を入力してください：`,
    }),
    spend_order_asked: (advertiser, { campaign, over, by }) => ({
      subject: `${advertiser}が支出上限を超える${over}の承認を求めています`,
      before: `${by ? `${by} さん` : advertiser}が、キャンペーン ${campaign} のために、${advertiser}の支出上限を超える${over}の承認を求めています。確認する：`,
    }),
    spend_order_approved: (advertiser, { campaign, over, by }) => ({
      subject: `${advertiser}の支出上限を超える${over}が承認されました`,
      before: `${by} さんが、キャンペーン ${campaign} のために、${advertiser}の支出上限を超える${over}を承認しました。支出上限を見る：`,
    }),
    spend_order_closed: (advertiser, { campaign, over, by }) => ({
      subject: `${advertiser}の支出上限を超える${over}は承認されませんでした`,
      before: `${by} さんは、キャンペーン ${campaign} のための、${advertiser}の支出上限を超える${over}を承認しませんでした。キャンペーンは上限まで配信されます。支出上限を見る：`,
    }),
    invoice_overdue: (advertiser, { number, unpaid, due }) => ({
      subject: `${advertiser}の請求書 ${number} が支払期限を過ぎています`,
      before: `${advertiser}の請求書 ${number} の支払期限は${due}でした。${unpaid}が未払いです。請求書を見る：`,
    }),
  },
  report: {
    subject: (about, isTest) => `${isTest ? 'テスト：' : ''}${about}`,
    attached: (about, _, count) => `${about}：レポートを添付しました（${count} 行）。`,
    asItIsNow: '最新のレポートを見る：',
    becauseTest: 'ご依頼のテストメールです。ほかの人には送信されていません。',
    becauseScheduled: 'このレポートのスケジュールに宛先として登録されているため、お送りしています。',
    stopped: (name, why) => ({
      subject: `${name} のメール送信が停止しました`,
      before: `レポート ${name} のメール送信が停止しました：${
        {
          owner_gone: '所有者のアカウントが削除されたか、レポートへのアクセス権がなくなりました。',
          nothing_seen: '所有者が、レポート対象の広告主へのアクセス権を失いました。',
          ...unmade,
          given_up: '何度か試みましたが、レポートを作成できませんでした。開いて、表示されるか確認してください。',
          no_zone: 'このタイムゾーンには対応していません。別のタイムゾーンを選んでください。',
          outside_most: 'アカウントのない宛先が1日の上限を超えています。招待するか、宛先を減らしてください。',
          mail_refused: 'メールサーバーに宛先が拒否されました。アドレスを確認してください。',
          mail_given_up:
            '何度か試みましたが、メールを送信できませんでした。メールサーバーの確認をプラットフォームの運営者に依頼してください。',
        }[why]
      }スケジュールは一時停止中です：`,
    }),
    unmade: (name, why) => ({
      subject: `${name} のテストを送信できませんでした`,
      before: `レポート ${name} のテストを送信できませんでした：${
        {
          nothing_seen: 'レポート対象の広告主へのアクセス権がありません。',
          ...unmade,
        }[why]
      }レポートを開く：`,
    }),
  },
}
