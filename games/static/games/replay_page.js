// The page of a round that is over: the cloth as on the table's page, and the way through its positions.

import "./board.js";
import "./gestures.js";
import "./motion.js";
import "./replay.js";
