/**
 * The words of messages of the browser, of libraries and of ours. Any other word may be a client's name and is not sent. Words that
 * are names too (mark, will, may, rose, grant, art, bill) are not among them.
 */
const WORDS = `
a abort aborted absent access accessing account add added after again all already an and another answer any api app are argument
arguments array as asked assertion assign assigned async at attempt available await away back bad be because been before begin being
below between bigint block blocked body boolean boundary break browser buffer bug by byte bytes cache call callback called calling can
cancel cancelled cannot change changed channel character check child circular class clean clear client clone close closed code
collection column component connect connected connection console constant constraint constructor content context convert converting
copy corrupt could count create created cross current cursor cyclic data database date deadline deadlock dead declared decode deep
default define defined delete deleted denied dependency depth deprecated destroyed detached device dialog did different disk dispatch
document does done down draw duplicate during dynamically each edge edit element empty encode end ended engine enough entry enum equal
error errors evaluating event events exceeded except exception existing exists expected expired export expression extra factory fail
failed failing failure fetch field file filter final find finished first float flush focus for forbidden foreign form format found
frame free from full function gateway generator get getter give given global gone had handle handler has have header headers held here
hold hook host http id if ignored illegal image immutable implemented import imported importing in index indexed inside install
instance instanceof instead insufficient integer interface internal interrupted into invalid invariant is isolated issue it item
iterable iterator its join json just keep key keys kind know known large last later layout left length less level lib library limit
line list load loaded loading local lock locked long longer loop lost main make malformed manifest map match maximum media memory
message method middle migration minified minimum missing mode model module more most mount mounted moved must name native needed
negative network never new next no node none normal not nothing notification null number object observer of off offline old on once
one online only open opened opening operation operator option options or order origin other out outside over own page panic parameter
parent parse parser part path payload peer pending percent permission permissions phase place plain plugin point policy pool port
position possible preload present primitive private process profile promise properties property protocol prototype provided proxy
public pull push queue quota range rate read reader reading readonly ready realtime reason received record recursion reducer reference
referenced refresh refused regular reject rejected relation release reload removed render rendered rendering replica reply report
request requested require required reset resize resolve resource response rest restored result resume retry return returned returns
revision right root round route router row rows rule run running runtime same save saved say schema scope screen script second see
selector send sent serialize server service session set setter settings shape should signal signed signature since size slot slow
some something source space specified stack stale start state status step still stop storage store stored stream strict string
structured style stylesheet subscribe support supported switch symbol sync synced syntax system table tag target task template text
than that the their them then there these this throttled through throw thrown time timed timeout timer to token too top total tracked
transaction transition transport tree tried true try twice type typed types unable unavailable undefined under unexpected unhandled
unique unit unknown unmounted unreachable unsupported until up update updated upgrade upload use used user using valid value values
variable version view violates wait waited waiting was when where which while window with within without worker would write writes
writing wrong yet zero zone
`;

/** In lower case. */
export const ERROR_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));
