/**
 * Words that say nothing about the subject of a question, by language: articles, pronouns, question words, and verbs such
 * as "find" and "use". The first twenty of a language are in every text of it. In languages without spaces they are
 * pieces of a sentence.
 */
export const foreignStopWords = {
  de:
    'der und ich nicht das ist ein eine wie mit von den auf im sich des dem zu auch es ' +
    'die wir er sie ihr man du mich mir mein meine meinen meiner meinem meines dein deine uns unser unsere ihre ihren ihrer sein seine ' +
    'einen einer einem eines kein keine keinen dass daß ob weil wenn dann als aber oder sondern denn doch noch schon nur mal bitte ' +
    'was wer wo wann warum wieso weshalb welche welcher welches welchen welchem wieviel wieviele wofür womit woher wohin wodurch ' +
    'kann kannst können könnte muss müssen soll sollte sollen will wollen möchte mag darf dürfen wird werden wurde würde bin bist sind war waren hat habe haben hatte hätte ' +
    'in am an aus bei bis durch für gegen hinter in ins nach neben ohne über um unter vom vor zum zur zwischen ab seit ' +
    'dies diese dieser dieses diesen diesem jener jene jenes jede jeder jedes jeden jedem alle allen alles aller viele viel mehr mehrere einige manche ' +
    'so hier da dort dabei damit dafür darin daran darauf daraus davon dazu davor danach immer sehr etwas nichts sowie bzw beziehungsweise gibt geben gebe gib ' +
    'mache machen macht man finde finden findet herausfinden nutze nutzen benutze benutzen verwende verwenden verwendet gehen geht lasse lassen lässt bekomme bekommen bekommt erhalte erhalten brauche brauchen heißt bedeutet funktioniert zeige zeig zeigen ' +
    'hallo danke möglich richtig einfachsten besten hilfe mathematica wolfram sprache jeweils zwei drei statt anstatt gleichzeitig eigentlich überhaupt wieder beim anhand mittels weitere ersten vom festem festen',
  es:
    'de la que el en y los se del las un por con una para es como cómo lo qué ' +
    'a su al más o este esta esto estos estas ese esa eso esos esas aquel sí no me mi mis tu te le les nos nuestro sus si ya yo él ella ellos ' +
    'cual cuál cuáles cuales cuando cuándo donde dónde quien quién porque porqué cuyo pero sin sobre también entre desde hasta hay ser son soy está están estoy era fue sea he ha han has había ' +
    'puedo puede pueden puedes poder podría debo debe deber quiero quiere querer necesito necesita tengo tiene tener hago hace hacer haciendo hecho encontrar encuentro encontrar obtener obtengo usar uso usando utilizar utilizo dar doy da dame saber sé ' +
    'ver mediante según cada todo toda todos todas uno unos unas otro otra otros otras muy tan tanto mucho muchos varios varias algo alguno alguna algunos algún ninguno nada mismo misma dos tres ' +
    'hola gracias favor posible manera forma mejor modo así sirve significa lugar partir dado dada dados dadas cierto wolfram mathematica lenguaje solo sólo después antes dentro vez aparece aparecen',
  fr:
    'de la le et les des en un du une que est pour qui dans sur au avec pas comment ' +
    'à ce il elle on ne se plus par je tu nous vous ils elles mon ma mes ton ta tes son sa ses notre votre leur leurs ce cet cette ces ça cela ceci y me te lui ' +
    'quel quelle quels quelles quoi où quand pourquoi dont mais ou donc or ni car si sans sous vers chez entre depuis jusque jusqu lors lorsque puis aux être suis es sont était été sera soit ' +
    'ai as a avons avez ont avoir avait peux peut peuvent pouvoir pourrait dois doit devoir faut veux veut vouloir voudrais fais fait faire faites trouver trouve trouvons obtenir obtenez obtiens utiliser utilise utilisation donner donne donnez savoir ' +
    'tout toute tous toutes quelque quelques autre autres même mêmes aussi très bien trop peu moins comme alors ainsi alors déjà encore deux trois rien jamais ' +
    'l d j n s t m c qu quelqu bonjour merci possible façon manière meilleur meilleure permet signifie mieux lieu partir donné donnée donnés wolfram mathematica langage afin cas seulement est-ce entre vers hors ici là voici voilà',
  it:
    'di che la il un per una è non con si come del le da in dei i nel alla ' +
    'a e o ed al allo ai agli alle dal dallo dalla dai dagli dalle dello della degli delle nello nella nei negli nelle sul sullo sulla sui sugli sulle lo gli uno mi ti ci vi ne se ma anche più questo questa questi queste quello quella quelli quelle ' +
    'chi cosa quale quali quando dove perché perche cui mio mia miei mie tuo suo sua suoi nostro loro io tu lui lei noi voi sono sei siamo siete era essere stato ho hai ha abbiamo hanno avere ' +
    'posso può possono potere potrei devo deve dovere voglio vuole volere vorrei faccio fa fare fatto trovare trovo trova ottenere ottengo usare uso usando utilizzare utilizzo dare dà dammi sapere so ' +
    'ogni tutto tutta tutti tutte altro altra altri altre stesso stessa stessi stesse molto molti troppo poco così solo soltanto poi già ancora due tre senza sotto sopra tra fra fino dopo verso contro presso entro ' +
    'ciao grazie favore possibile modo maniera meglio migliore serve significa partire dato wolfram mathematica linguaggio invece qualche alcuni alcune nessuno niente volta all dell nell sull dall l un c d quell bisogna vedere',
  pt:
    'de que do da em um para é com não uma os no se na como por mais dos ' +
    'a o e as ao aos à às das nos nas pelo pela pelos pelas num numa uns umas me meu minha meus minhas teu seu sua seus suas nosso lhe lhes eu tu ele ela eles elas você vocês nós isto isso este esta estes estas esse essa esses essas aquele aquela ' +
    'qual quais quando onde quem porque porquê quê cujo mas ou também entre desde até há ser são sou está estão estou era foi seja tem têm tenho ter havia ' +
    'posso pode podem poder poderia devo deve dever quero quer querer preciso precisa faço faz fazer fazendo feito encontrar encontro achar acho obter obtenho usar uso usando utilizar utilizo dar dou dá saber sei ' +
    'cada todo toda todos todas outro outra outros outras mesmo mesma muito muitos tão tanto vários algo algum alguma alguns algumas nenhum nada dois duas três ' +
    'olá obrigado favor possível maneira forma melhor modo assim serve significa lugar partir dada sem sobre sob só apenas já ainda depois antes dentro vez wolfram mathematica linguagem consigo conseguir através ver aqui ali aparece aparecem',
  ru:
    'и в не на что с как это по для из от к так но можно или при мне его ' +
    'я он она оно они мы вы ты а о об у за до во со ко же ли бы то тот та те этот эта эти этого этой этих этом этим тем том того чтобы чтоб если когда где куда откуда почему зачем чем кто какой какая какое какие каким каких какого какую который которая которое которые которых которого которым которой ' +
    'мой моя моё мои моего моей свой нам вам их ей ему им ней нем него нее нужно надо хочу хотел может могу можем быть есть был была было были будет ещё еще уже только тоже также очень более менее без через под над перед после про ' +
    'все всех всем весь вся всё один одна одно одной два две двух три трех другой другие такой такая такие сам сама самый сделать делать сделай делает найти находить нахожу найди использовать использую используя получить получать получаю дать дай помощью способ образом пожалуйста привет спасибо ' +
    'возможно лучше правильно вольфрам wolfram mathematica языке язык работает работают ну да нет вот тут там здесь потом всегда значит означает нельзя данной данном данный данного двумя прошло',
  zh: '如何 怎么 怎样 怎么样 怎么办 什么 哪个 哪些 为什么 是否 能否 可以 能够 需要 想要 我想 我要 请问 请 我 你 他 的 了 是 在 和 与 或 及 把 将 被 对 对于 给 让 用 使用 利用 通过 从 到 以 以及 中 里 里面 中的 上 下 个 一个 某个 这个 那个 这些 那些 有 没有 会 能 要 得到 获得 获取 给定 并 并且 而 也 都 就 才 吗 呢 吧 啊 时 时候 方法 办法 问题 关于 其 它 它们 之 所 之间 如果想 怎 做 进行 实现 找 找到 找出 一下 地 得 呀 不 两 两个 几 三 由 按 每 每个 语言 想 才能 应该 多 很 出现 出现的',
  ja: 'どうやって どのように どうすれば どうしたら どうやったら どう なに 何 なぜ どこ いつ だれ どれ どの ですか ますか でしょうか ください したい たい する します して した する方法 方法 には では とは ための ために ための について に対して による によって ことができ ことが こと もの とき 場合 できる できます できない できますか の は が を に へ と で や も から まで より か な です ます ある あります ない ません いる います なる なり なった よう ように その この あの それ これ あれ ここ 使って 使う 使用 使い 用いて 知りたい 教えて 得る 得 見つけ 見つける ほしい 欲しい たら れば と言 という さ れ る た て い し く',
  ko: '어떻게 무엇 뭐 왜 어디 언제 누가 어떤 어느 어떻게하나요 하나요 되나요 인가요 나요 까요 방법 방법은 방법이 하려면 하고 싶어요 싶습니다 싶은데 싶어 싶다 주세요 알려 있나요 있는 있을까요 수 있 없 없이 있다 있습니다 하는 하다 합니다 해요 해야 하면 하기 하고싶 할 한 해 된 되는 됩니다 되 에서 으로 로 에 을 를 이 가 은 는 의 와 과 도 만 까지 부터 보다 에게 위해 위한 대한 대해 관한 및 또는 그리고 그 이것 저것 것 거 법 좀 제 내 나 사용 사용하 사용해 사용해서 이용 이용해 찾 찾는 찾기 찾아 구 얻 얻는 얻기 얻으려면 두 두개 두 개 개의 하나 어떻 인 들 들을 들의 때 중 중에 에서의 처럼 같이 다 라는 하여 해서 하지 않 않는 않게 사이의 맞는 여러 한번에 한 번에 하는법',
} as const satisfies Readonly<Record<string, string>>;
