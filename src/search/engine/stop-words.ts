/**
 * English words that say nothing about the subject of a question or a page. They are not indexed as words; a name that
 * is spelled like one (`For`, `If`, `With`) is indexed as a name all the same.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any anything are as at be because been before being below both but by ' +
    'can cannot come comes could did do does doing done down during each either else etc ever every few find for from ' +
    'further get gets getting give gives given go goes going got had has have having he her here hers him his how however i ' +
    'if in into is it its itself just know let lets like made make makes making many may me might mine more most much must ' +
    'my myself need needs no nor not nothing now of off on once only onto or other others our ours out over own per ' +
    'please possible put quite rather really same see seem seems she should so some somebody something somehow still such ' +
    'take takes than that the their theirs them then there these they thing things this those though through thus to too ' +
    'try trying under until up upon us use used uses using very via want wants was way ways we well went were what ' +
    'whatever when where whether which while who whom whose why will with within without work works would yes yet you your ' +
    'yours don doesn didn isn aren wasn won can couldn shouldn wouldn ve ll re im thanks thank hello hi somebody someone ' +
    'wolfram mathematica'
  ).split(' '),
);
