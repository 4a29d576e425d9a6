-- A file of games of format 2, as the version that made it first wrote it. Never change it.
PRAGMA application_id = 1280590706;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE beside (game INTEGER NOT NULL, kind TEXT NOT NULL,
        mark INTEGER NOT NULL, text TEXT NOT NULL, seal INTEGER NOT NULL,
        PRIMARY KEY (game, kind)) WITHOUT ROWID;
CREATE TABLE chronicles (game INTEGER PRIMARY KEY, moves TEXT NOT NULL,
        rounds TEXT NOT NULL, seal INTEGER NOT NULL);
INSERT INTO "chronicles" VALUES(1,'deal Hill Orcs
pick 1
conquer r05
end conquests','[[1,0,9,[["3 Regions",3],["Hill Regions",1]]],[1,5,9,[["9 Regions",9]]]]',1692775362);
INSERT INTO "chronicles" VALUES(2,'deal Hill Orcs
pick 1','[]',1862578395);
INSERT INTO "chronicles" VALUES(3,'pick 1','[]',964258411);
CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL, mode TEXT NOT NULL, board TEXT NOT NULL, tokens INTEGER NOT NULL,
        names TEXT NOT NULL, people TEXT NOT NULL, seed INTEGER, options TEXT NOT NULL,
        started TEXT NOT NULL, played TEXT NOT NULL,
        rewound INTEGER NOT NULL, imported INTEGER NOT NULL,
        changes INTEGER NOT NULL, length INTEGER NOT NULL,
        round INTEGER NOT NULL, coins TEXT NOT NULL, tribes INTEGER,
        ended INTEGER, finished TEXT, combos TEXT, winners TEXT,
        key TEXT NOT NULL, touched INTEGER NOT NULL, boxes TEXT NOT NULL, edition INTEGER NOT NULL,
        seal INTEGER NOT NULL);
INSERT INTO "games" VALUES(1,'finished','solo','base-2p',14,'["Ada"]','ada',5,'{}','2026-11-30T10:00:00Z','2026-11-30T01:58:40Z',0,0,2,4,1,'[84]',70,1,'2026-11-30T10:40:00Z','[[["Hill","Orcs"],["Dragon Master","Elves"]]]','[0]','ac1aa1957d30fa16',1,'base',1,1172183710);
INSERT INTO "games" VALUES(2,'resigned','solo','base-2p',15,'["Ada"]','ada',5,'{}','2026-11-30T12:00:00Z','2026-11-30T01:58:40Z',1,0,2,2,1,'[60]',60,3,'2026-11-30T12:30:00Z','[[["Hill","Orcs"]]]','[5]','782bee784ae60a36',2,'base',1,2945683065);
INSERT INTO "games" VALUES(3,'finished','two-player','base-3p',14,'["Émile, Jr.","Bob"]','bob
émile, jr.',NULL,'{"note":"a ''quoted'' one","open_coins":true}','2026-11-30T11:00:00Z','2026-11-30T01:58:40Z',0,0,2,1,1,'[80,85]',70,5,'2026-11-30T13:00:00Z','[[["Hill","Orcs"]],[["Stout","Ratmen"]]]','[1]','54c197789a033782',3,'base',1,2205516651);
INSERT INTO "games" VALUES(4,'running','solo','base-2p',14,'["Ada"]','ada',5,'{}','2026-11-30T14:00:00Z','2026-11-30T01:58:40Z',0,0,3,4,2,'[9]',10,NULL,NULL,NULL,NULL,'46a8a31d39998a3b',4,'base',1,3480506075);
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "meta" VALUES('format',2);
INSERT INTO "meta" VALUES('writes',9);
CREATE TABLE moves (game INTEGER NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL,
        seal INTEGER NOT NULL, PRIMARY KEY (game, place)) WITHOUT ROWID;
INSERT INTO "moves" VALUES(4,0,'deal Hill Orcs',1148137793);
INSERT INTO "moves" VALUES(4,1,'pick 1',525416473);
INSERT INTO "moves" VALUES(4,2,'conquer r05',3201249984);
INSERT INTO "moves" VALUES(4,3,'die 2',1654111387);
CREATE INDEX running ON games (touched) WHERE ended IS NULL;
CREATE INDEX people ON games (mode, people, ended) WHERE ended IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',4);
COMMIT;
