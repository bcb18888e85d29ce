import type { LetterWords, NewsText } from './letter-language.ts'

const saying = (short: string, more = ''): NewsText => ({
  subject: (campaign) => `${campaign} ${short}`,
  sentence: (campaign, advertiser) => `${advertiser} の ${campaign} ${short}${more}。`,
})

/** Why a report was not sent. */
const unmade = {
  too_big: 'ファイルが大きすぎてメールで送れません。フィルターを追加するか、期間を短くしてください。',
  too_slow: '作成に時間がかかりすぎます。フィルターを追加するか、期間を短くしてください。',
  refused: 'このレポートの条件には現在お答えできません。開くと、変更すべき点が表示されます。',
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
    after: 'リンクは7日間、1回だけ有効です。心当たりがない場合は何もする必要はありません。リンクがなければ誰もサインインできません。',
  }),
  known: {
    subject: 'Placard アカウントはすでにあります',
    before:
      'このアドレスで Placard に登録しようとした人がいますが、アカウントはすでにあります。こちらでサインインするか、新しいパスワードを設定してください：',
    after: '心当たりがない場合、何も変わっていませんので、何もする必要はありません。',
  },
  reset: {
    subject: 'Placard の新しいパスワードを設定してください',
    before: 'このアドレスの新しいパスワードが求められました。こちらで設定してください：',
    after: 'リンクは1時間、1回だけ有効です。心当たりがない場合、何も変わっていませんので、何もする必要はありません。',
  },
  changed: {
    subject: 'Placard のパスワードが変更されました',
    before:
      'アカウントのパスワードがたった今変更され、すべての場所でサインアウトされました。\n\n心当たりがない場合は、すぐに新しいパスワードを設定し、管理者に知らせてください：',
  },
  stopped: {
    ad_group_status: () => '有効な広告グループがありません',
    no_entities: () => '表示するものがありません',
    bid_below_minimum: (amount) => `入札額が最低額${amount && `（${amount}）`}を下回っています`,
    no_funds: () => '残高がありません',
    spend_limit: (amount) => `利用限度額${amount && `（${amount}）`}に達しました`,
    insertion_order: () => '注文が承認されていないか、使い切られています',
  },
  stoppedSomehow: '何らかの理由で表示できません',
  news: {
    approved: saying('が承認されました'),
    denied: (comment) => saying('が却下されました', comment && `：${comment}`),
    runsOut: (day) => saying(`は${day}に使える金額がなくなり、予定より早く終わります`),
    usedUp: saying('は最終日より前に予算を使い切ったため、予算が増えるまで表示されません'),
    stopped: (why) => saying('は表示されなくなりました', `：${why}`),
  },
  someDay: '数日中',
  several: (count) => `${count} 件のキャンペーンのお知らせ`,
  toldOnce: 'このお知らせは、状況が変わるまで1回だけ届きます。受け取るメールは、コンソールのアカウントで選べます。',
  report: {
    subject: (about, isTest) => `${isTest ? 'テスト：' : ''}${about}`,
    attached: (about, _, count) => `${about}：レポートを添付しました（${count} 行）。`,
    asItIsNow: '現在のレポート：',
    becauseTest: 'これはご依頼のテストです。ほかの人には届いていません。',
    becauseScheduled: 'このレポートを管理している人が配信予定にあなたのアドレスを登録したため、お送りしています。',
    stopped: (name, why) => ({
      subject: `${name} の配信は停止されました`,
      before: `レポート ${name} の配信は停止されました：${
        {
          owner_gone: '所有者がいなくなったか、閲覧できなくなりました。',
          nothing_seen: '所有者が対象の広告主を閲覧できなくなりました。',
          ...unmade,
          given_up: '何度試しても作成できませんでした。開いて、結果が表示されるかご確認ください。',
          no_zone: 'タイムゾーンを認識できません。別のものを選んでください。',
          outside_most: 'アカウントのない宛先への1日の送信上限を超えています。招待するか、宛先を減らしてください。',
          mail_refused: 'メールサーバーに宛先のアドレスが拒否されました。アドレスをご確認ください。',
          mail_given_up:
            '何度試してもメールを送信できませんでした。メールサーバーについて、プラットフォームの運営者にお問い合わせください。',
        }[why]
      }配信予定は一時停止中です：`,
    }),
    unmade: (name, why) => ({
      subject: `${name} のテストを送信できませんでした`,
      before: `レポート ${name} のテストを送信できませんでした：${
        {
          nothing_seen: '対象の広告主を閲覧できません。',
          ...unmade,
        }[why]
      }レポートはこちらです：`,
    }),
  },
}
