import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataFile } from '../data-file.ts';
import { indexBuilder } from '../index/build.ts';
import { dataOf } from '../index/index-data.ts';
import { buildReference } from '../index/reference-index.ts';
import { openIndex } from '../open.ts';
import { readMarkdown } from '../text/markdown.ts';
import { readForeignWords } from './foreign-words.ts';
import { type Language, languages } from './languages/table.ts';
import { Meanings } from './meanings.ts';
import { wolframSynonyms } from './synonym-lookup.ts';

function indexOf(pages: Readonly<Record<string, string>>) {
  const builder = indexBuilder();
  for (const [location, text] of Object.entries(pages)) builder.add(readMarkdown(text, location));
  return openIndex(builder.finish());
}

const folder = join(import.meta.dirname, '../../../../reference');
const reference = openIndex(buildReference(folder), wolframSynonyms());
const firstThreePages = (query: string) =>
  reference.search(query, { limit: 3 }).ranked.map(({ passage }) => passage.location.replace(/^.*?\/|\.md$/g, ''));

/** Questions that were written for this test, with the pages that answer them. */
const questions: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: {
    'Wie berechne ich die Eigenwerte einer Matrix?': 'symbols/Eigenvalues how-to/find-eigenvalues-and-eigenvectors',
    'Primzahlzerlegung von 360': 'symbols/FactorInteger',
    'Wie kann ich eine CSV-Datei einlesen?': 'how-to/read-and-write-csv-and-spreadsheets symbols/Import',
    'doppelte Elemente aus einer Liste entfernen':
      'symbols/DeleteDuplicates how-to/remove-duplicates-and-count-elements',
    'Wie viele Tage liegen zwischen zwei Daten?': 'symbols/DateDifference symbols/DayCount',
    'Nullstellenberechnung für ein Polynom': 'symbols/Solve symbols/NSolve symbols/FindRoot how-to/solve-an-equation',
    'groessten gemeinsamen Teiler bestimmen': 'symbols/GCD',
  },
  es: {
    '¿Cómo resuelvo una ecuación diferencial?': 'how-to/solve-differential-equations symbols/DSolve symbols/NDSolve',
    'ordenar una lista de mayor a menor': 'symbols/ReverseSort symbols/Sort how-to/sort-a-list',
    'quiero dibujar un histograma de mis datos': 'symbols/Histogram how-to/make-a-histogram',
    'calcular la desviación típica': 'symbols/StandardDeviation how-to/calculate-statistics-of-data',
    '¿Cómo puedo convertir millas a kilómetros?': 'symbols/UnitConvert how-to/convert-units',
    'matriz inversa': 'symbols/Inverse how-to/work-with-matrices',
  },
  fr: {
    "Comment trouver la dérivée d'une fonction ?": 'symbols/D how-to/calculate-derivatives',
    'générer des nombres aléatoires': 'how-to/generate-random-numbers symbols/RandomReal symbols/RandomInteger',
    'remplacer un mot dans une chaîne de caractères': 'symbols/StringReplace how-to/work-with-strings',
    'le plus court chemin dans un graphe': 'symbols/FindShortestPath how-to/find-shortest-paths-in-a-graph',
    'Comment mesurer le temps de calcul ?':
      'how-to/measure-the-time-of-a-calculation symbols/AbsoluteTiming symbols/Timing',
    'calculer la moyenne mobile': 'symbols/MovingAverage',
  },
  it: {
    'Come si calcola un integrale definito?': 'symbols/Integrate how-to/calculate-integrals',
    'contare le parole di un testo': 'symbols/WordCount',
    'valore assoluto di un numero': 'symbols/Abs',
    'numeri primi fino a 100': 'how-to/find-prime-numbers symbols/Prime symbols/PrimePi symbols/PrimeQ',
    'come posso gestire gli errori nel mio programma': 'how-to/handle-errors',
    'grafico a torta con etichette': 'symbols/PieChart',
  },
  pt: {
    'Como resolver um sistema de equações?': 'how-to/solve-a-system-of-equations symbols/Solve symbols/LinearSolve',
    'substituir texto numa string': 'symbols/StringReplace how-to/work-with-strings',
    'determinante de uma matriz': 'symbols/Det',
    'dia da semana de uma data': 'symbols/DayName',
    'como faço para remover elementos repetidos de uma lista':
      'symbols/DeleteDuplicates how-to/remove-duplicates-and-count-elements',
    'máximo divisor comum': 'symbols/GCD',
  },
  ru: {
    'Как решить квадратное уравнение?': 'symbols/Solve how-to/solve-an-equation',
    'построить график функции': 'symbols/Plot how-to/plot-several-functions',
    'разложить число на простые множители': 'symbols/FactorInteger',
    'Как прочитать файл построчно?': 'symbols/ReadLine symbols/ReadList symbols/ReadString symbols/Import',
    'сгруппировать данные по столбцу': 'how-to/group-and-aggregate-data symbols/GroupBy symbols/AggregateRows',
    'собственные векторы матрицы': 'symbols/Eigenvectors how-to/find-eigenvalues-and-eigenvectors',
  },
  zh: {
    如何求矩阵的特征值: 'symbols/Eigenvalues how-to/find-eigenvalues-and-eigenvectors',
    怎么删除列表中的重复元素: 'symbols/DeleteDuplicates how-to/remove-duplicates-and-count-elements',
    画饼图: 'symbols/PieChart',
    '如何把字符串转换为大写？': 'symbols/ToUpperCase',
    计算两个日期之间的天数: 'symbols/DateDifference symbols/DayCount',
    怎样读取Excel文件: 'symbols/Import how-to/read-and-write-csv-and-spreadsheets',
  },
  ja: {
    微分方程式を解くにはどうすればいいですか: 'how-to/solve-differential-equations symbols/DSolve symbols/NDSolve',
    リストを逆順にする: 'symbols/Reverse',
    文字列を分割する方法: 'symbols/StringSplit how-to/work-with-strings',
    標準偏差の計算: 'symbols/StandardDeviation how-to/calculate-statistics-of-data',
    画像のサイズを変更したい: 'symbols/ImageResize how-to/edit-images',
    最大公約数を求める: 'symbols/GCD',
  },
  ko: {
    '역행렬을 구하는 방법': 'symbols/Inverse how-to/work-with-matrices',
    '리스트를 내림차순으로 정렬하려면?': 'symbols/ReverseSort symbols/ReverseSortBy symbols/Sort how-to/sort-a-list',
    '히스토그램 그리기': 'symbols/Histogram how-to/make-a-histogram',
    '숫자를 소인수분해하기': 'symbols/FactorInteger',
    '정규표현식으로 문자열 찾기':
      'symbols/RegularExpression how-to/use-regular-expressions-and-string-patterns symbols/StringCases',
    '난수를 어떻게 생성하나요?': 'how-to/generate-random-numbers symbols/RandomReal symbols/RandomInteger',
  },
};

test.each(languages)('the first three results for questions in %s have an English page that answers', (language) => {
  const missedQuestions = Object.entries(questions[language])
    .map(([question, pages]) => ({ question, pages: pages.split(' '), found: firstThreePages(question) }))
    .filter(({ pages, found }) => !pages.some((page) => found.includes(page)));
  expect(missedQuestions).toEqual([]);
});

test('stop words of a language and words that its list explains are not reported as unknown', () => {
  for (const question of [
    'Wie kann ich bitte die Eigenwerte meiner Matrix berechnen?',
    '¿Cómo puedo ordenar esta lista?',
    'Pourquoi est-ce que ma fonction ne fonctionne pas ?',
    'Come posso fare per ordinare gli elementi della mia lista?',
    'Como é que eu posso ordenar a minha lista?',
    'Как мне отсортировать этот список?',
    '我想知道怎么排序列表',
    'どうすればリストを並べ替えることができますか',
    '리스트를 정렬하려면 어떻게 해야 하나요',
  ])
    expect([question, reference.search(question).parsedQuery.unknown]).toEqual([question, []]);
  expect(reference.search('Wie berechne ich den Quarzblitz einer Matrix?').parsedQuery.unknown).toEqual(['Quarzblitz']);
});

test('a match in another language shows the word as typed and the English term', () => {
  const [bestResult] = reference.search('Wie berechne ich die Eigenwerte?').ranked;
  expect(bestResult?.matches[0]).toMatchObject({ query: 'Eigenwerte', term: '#eigenvalues', kind: 'synonym' });
});

test('the parts of a German compound are both found', () => {
  expect(firstThreePages('Zeichenkettenlänge')).toContain('symbols/StringLength');
  expect(firstThreePages('Polynomdivision')).toContain('symbols/PolynomialQuotient');
});

test('other documentation without these names is found by their English words', () => {
  const index = indexOf({
    'spread.md': '# Measures of spread\n\nThe standard deviation of a sample.',
    'other.md': '# Other\n\nA mean sample of other things.',
  });
  expect(index.search('Wie berechne ich die Standardabweichung?').ranked[0]?.passage.location).toBe('spread.md');
});

test('documentation in the language of the question is searched without the lists', () => {
  const germanPages = {
    'liste.md':
      '# Listen\n\nEine Liste ist das, was der Nutzer mit dem Befehl anlegt. Wie das geht, ist auch im Kapitel von den Feldern.',
    'sortieren.md':
      '# Sortieren\n\nSo sortieren Sie sich die Werte, nicht nur auf dem Blatt, und zu jeder Zeit. Es geht.',
    'list.md': '# List\n\nSort. Compute. Create.',
  };
  const index = indexOf(germanPages);
  for (const question of ['Wie sortiere ich die Liste?', 'Liste erstellen und berechnen', 'Nullstellen berechnen'])
    for (const { matches } of index.search(question).ranked)
      expect(matches.filter(({ kind }) => kind === 'synonym')).toEqual([]);
});

test('a few words of a language in English documentation do not turn it into documentation in that language', () => {
  const pages = Array.from({ length: 60 }, (_, number) => [`${number}.md`, `# Page ${number}\n\nSort the list.`]);
  const names = '# Short names\n\nDi, che, la, il, un, per, una, non, con, si, come, del, le, da, dei, nel, alla.';
  const index = indexOf({ ...Object.fromEntries(pages), 'names.md': names });
  const [bestResult] = index.search('Come posso ordinare la lista?').ranked;
  expect(bestResult?.matches.map(({ term, kind }) => `${kind} ${term}`)).toContain('synonym sort');
});

test('no English phrase counts as another language', () => {
  const pages = ['symbols', 'how-to'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8')),
  );
  const phrases = pages.flatMap((text) => (/Also asked as: (.*)/.exec(text)?.[1] ?? '').split(', '));
  const data = dataOf.get(reference);
  if (!data) throw new Error('The index is not open.');
  const meanings = new Meanings(data, wolframSynonyms());
  const foreignPhrases = phrases.filter((phrase) => {
    const runs = (phrase.match(/[\p{L}\p{N}_$]+/gu) ?? []).map((word) => meanings.of(word, 'sentence'));
    return readForeignWords(phrase, runs, meanings) !== runs;
  });
  expect(phrases.length).toBeGreaterThan(5_000);
  expect(foreignPhrases).toEqual([]);
});

test('each line of the lists has nine languages', () => {
  const lines = readDataFile('languages.txt').toString().trim().split('\n');
  const entries = lines.filter((line) => !line.startsWith('#'));
  expect(entries.length).toBeGreaterThan(500);
  expect(
    entries.filter((line) => line.split(' = ').length !== 2 || line.split(';').length !== languages.length),
  ).toEqual([]);
});
