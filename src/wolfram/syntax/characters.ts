/** Characters that the language names, `\[Name]`, and the escapes for one character by its number. */

/** Names of consecutive characters, from the given one on; `-` where one has no name. */
const runs: readonly (readonly [number, string])[] = [
  [
    0xa0,
    'NonBreakingSpace DownExclamation Cent Sterling Currency Yen - Section DoubleDot Copyright - LeftGuillemet Not ' +
      'DiscretionaryHyphen RegisteredTrademark - Degree PlusMinus - - - Micro Paragraph CenterDot Cedilla - - ' +
      'RightGuillemet - - - DownQuestion CapitalAGrave CapitalAAcute CapitalAHat CapitalATilde CapitalADoubleDot ' +
      'CapitalARing CapitalAE CapitalCCedilla CapitalEGrave CapitalEAcute CapitalEHat CapitalEDoubleDot ' +
      'CapitalIGrave CapitalIAcute CapitalIHat CapitalIDoubleDot CapitalEth CapitalNTilde CapitalOGrave ' +
      'CapitalOAcute CapitalOHat CapitalOTilde CapitalODoubleDot Times CapitalOSlash CapitalUGrave CapitalUAcute ' +
      'CapitalUHat CapitalUDoubleDot CapitalYAcute CapitalThorn SZ AGrave AAcute AHat ATilde ADoubleDot ARing AE ' +
      'CCedilla EGrave EAcute EHat EDoubleDot IGrave IAcute IHat IDoubleDot Eth NTilde OGrave OAcute OHat OTilde ' +
      'ODoubleDot Divide OSlash UGrave UAcute UHat UDoubleDot YAcute Thorn YDoubleDot',
  ],
  [0x100, 'CapitalABar ABar CapitalACup ACup'],
  [0x106, 'CapitalCAcute CAcute'],
  [0x10c, 'CapitalCHacek CHacek CapitalDHacek DHacek'],
  [0x112, 'CapitalEBar EBar CapitalECup ECup'],
  [0x11a, 'CapitalEHacek EHacek'],
  [0x12c, 'CapitalICup ICup'],
  [0x131, 'DotlessI'],
  [0x141, 'CapitalLSlash LSlash'],
  [0x147, 'CapitalNHacek NHacek'],
  [0x150, 'CapitalODoubleAcute ODoubleAcute CapitalOE OE'],
  [0x158, 'CapitalRHacek RHacek'],
  [0x160, 'CapitalSHacek SHacek'],
  [0x164, 'CapitalTHacek THacek'],
  [0x16e, 'CapitalURing URing CapitalUDoubleAcute UDoubleAcute'],
  [0x17d, 'CapitalZHacek ZHacek'],
  [0x192, 'Florin'],
  [
    0x391,
    'CapitalAlpha CapitalBeta CapitalGamma CapitalDelta CapitalEpsilon CapitalZeta CapitalEta CapitalTheta ' +
      'CapitalIota CapitalKappa CapitalLambda CapitalMu CapitalNu CapitalXi CapitalOmicron CapitalPi CapitalRho - ' +
      'CapitalSigma CapitalTau CapitalUpsilon CapitalPhi CapitalChi CapitalPsi CapitalOmega',
  ],
  [
    0x3b1,
    'Alpha Beta Gamma Delta CurlyEpsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho FinalSigma Sigma ' +
      'Tau Upsilon CurlyPhi Chi Psi Omega',
  ],
  [0x3d1, 'CurlyTheta'],
  [0x3d5, 'Phi CurlyPi'],
  [0x3f5, 'Epsilon'],
  [0x2010, 'Hyphen'],
  [0x2013, 'Dash LongDash'],
  [0x2018, 'OpenCurlyQuote CloseCurlyQuote'],
  [0x201c, 'OpenCurlyDoubleQuote CloseCurlyDoubleQuote'],
  [0x2020, 'Dagger DoubleDagger Bullet'],
  [0x2026, 'Ellipsis'],
  [0x2032, 'Prime DoublePrime'],
  [0x20ac, 'Euro'],
  [0x210f, 'HBar'],
  [0x2122, 'Trademark'],
  [0x212b, 'Angstrom'],
  [0x2135, 'Aleph'],
  [
    0x2190,
    'LeftArrow UpArrow RightArrow DownArrow LeftRightArrow UpDownArrow UpperLeftArrow UpperRightArrow ' +
      'LowerRightArrow LowerLeftArrow',
  ],
  [0x21a4, 'LeftTeeArrow UpTeeArrow RightTeeArrow DownTeeArrow'],
  [0x21d0, 'DoubleLeftArrow DoubleUpArrow DoubleRightArrow DoubleDownArrow DoubleLeftRightArrow DoubleUpDownArrow'],
  [0x2200, 'ForAll - PartialD Exists NotExists EmptySet - Del Element NotElement - ReverseElement - SuchThat'],
  [0x220f, 'Product Coproduct Sum'],
  [0x2216, 'Backslash - SmallCircle - Sqrt - - Proportional Infinity RightAngle Angle'],
  [0x2227, 'And Or - - Integral'],
  [0x2234, 'Therefore Because'],
  [0x223c, 'Tilde'],
  [0x2243, 'TildeEqual - TildeFullEqual - - TildeTilde'],
  [0x2260, 'NotEqual Congruent - - LessEqual GreaterEqual'],
  [0x226a, 'LessLess GreaterGreater'],
  [0x2282, 'Subset Superset NotSubset NotSuperset SubsetEqual SupersetEqual'],
  [0x2295, 'CirclePlus CircleMinus CircleTimes - CircleDot'],
  [0x22c0, 'Wedge Vee Intersection Union Diamond - Star'],
  [0x22ee, 'VerticalEllipsis CenterEllipsis'],
  [0x2308, 'LeftCeiling RightCeiling LeftFloor RightFloor'],
  [0x25a0, 'FilledSquare EmptySquare'],
  [0x25b2, 'FilledUpTriangle EmptyUpTriangle'],
  [0x25bc, 'FilledDownTriangle EmptyDownTriangle'],
  [0x25c6, 'FilledDiamond EmptyDiamond'],
  [0x25cb, 'EmptyCircle'],
  [0x25cf, 'FilledCircle'],
  [0x2605, 'FivePointedStar'],
  [0x2639, 'SadSmiley HappySmiley'],
  [0x2660, 'SpadeSuit HeartSuit DiamondSuit ClubSuit'],
  [0x2669, 'QuarterNote EighthNote BeamedEighthNote BeamedSixteenthNote Flat Natural Sharp'],
  [0x2713, 'Checkmark'],
  [0x27f5, 'LongLeftArrow LongRightArrow LongLeftRightArrow'],
  [0x27f8, 'DoubleLongLeftArrow DoubleLongRightArrow DoubleLongLeftRightArrow'],
  [0x301a, 'LeftDoubleBracket RightDoubleBracket'],
  [0xf113, 'LeftAssociation RightAssociation'],
  [0xf3a3, 'IndentingNewLine'],
  [0xf431, 'Equal'],
  [0xf4a1, 'Function'],
  [0xf51f, 'RuleDelayed'],
  [0xf522, 'Rule'],
  [0xf74c, 'DifferentialD ExponentialE ImaginaryI ImaginaryJ'],
];

/** Names that are read and never written: these characters have a shorter escape or need none. */
const readOnly: readonly (readonly [number, string])[] = [
  [0x09, 'RawTab NewLine'],
  [0x0d, 'RawReturn'],
  [0x20, 'RawSpace RawExclamation RawDoubleQuote RawNumberSign RawDollar RawPercent RawAmpersand RawQuote'],
  [0x28, 'RawLeftParenthesis RawRightParenthesis RawStar RawPlus RawComma RawDash RawDot RawSlash'],
  [0x3a, 'RawColon RawSemicolon RawLess RawEqual RawGreater RawQuestion RawAt'],
  [0x5b, 'RawLeftBracket RawBackslash RawRightBracket RawWedge RawUnderscore RawBackquote'],
  [0x7b, 'RawLeftBrace RawVerticalBar RawRightBrace RawTilde'],
];

const byName = new Map<string, string>();
const byCharacter = new Map<string, string>();
for (const [first, names] of runs) addRun(first, names, true);
for (const [first, names] of readOnly) addRun(first, names, false);

function addRun(first: number, names: string, isWritten: boolean): void {
  for (const [index, name] of names.split(' ').entries()) {
    if (name === '-') continue;
    const character = String.fromCodePoint(first + index);
    byName.set(name, character);
    if (isWritten) byCharacter.set(character, name);
  }
}

/** The character of a backslash escape; `length` counts from the backslash. */
export interface CharacterEscape {
  /** Absent where the escape has the form of one but names no character. */
  readonly character?: string;
  readonly length: number;
}

const form = /\\(?:\[([A-Za-z0-9]{1,80})\]|:([\da-f]{4})|\|([\da-f]{6})|\.([\da-f]{2})|([0-7]{3}))/iy;

/** Reads `\[Name]`, `\:hhhh`, `\|hhhhhh`, `\.hh` or `\ooo` at a backslash. */
export function readCharacterEscape(text: string, at: number): CharacterEscape | undefined {
  form.lastIndex = at;
  const match = form.exec(text);
  if (!match) return undefined;
  const length = match[0].length;
  const [, name, four, six, two, octal] = match;
  if (name !== undefined) {
    const character = byName.get(name);
    return character === undefined ? { length } : { character, length };
  }
  const code = octal === undefined ? Number.parseInt(four ?? six ?? two ?? '', 16) : Number.parseInt(octal, 8);
  return code > 0x10ffff ? { length } : { character: String.fromCodePoint(code), length };
}

/** A character as the kernel writes it where only ASCII can be: by name where it has one, otherwise by number. */
export function escapedCharacter(character: string): string {
  const name = byCharacter.get(character);
  if (name !== undefined) return `\\[${name}]`;
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\|${code.toString(16).padStart(6, '0')}`;
  return code > 0xff ? `\\:${code.toString(16).padStart(4, '0')}` : `\\.${code.toString(16).padStart(2, '0')}`;
}
